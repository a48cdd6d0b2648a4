import type { VNode } from "preact";
import { MOD, SHORTCUTS } from "../keys.ts";
import { Dialog } from "./dialog.tsx";

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
  "Mod+c": `${MOD} C`,
  "Mod+k": `${MOD} K`,
};

export function Help({ onClose }: { onClose: () => void }): VNode {
  const groups = [...new Set(SHORTCUTS.map(({ group }) => group))];
  return (
    <Dialog title="Keyboard" onClose={onClose} wide>
      <div class="help">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ keys, meaning }) => (
                <div key={keys}>
                  <dt>
                    {(NAMES[keys] ?? keys).split(" ").map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
