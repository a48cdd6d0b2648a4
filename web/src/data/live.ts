/** New results while a competition runs: `agon serve` sends the name of each new manifest. */
import { announcement } from "../state.ts";

/** Loads each new manifest that the server announces; on a page without a server, does nothing. */
export function watchForNews(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="agon-live"]')?.content;
  if (address === undefined) return;
  const events = new EventSource(address);
  events.addEventListener("manifest", (event) => {
    const path = String((event as MessageEvent<unknown>).data);
    if (!/^data\/manifest\.[0-9a-f]+\.js$/.test(path)) return;
    const script = document.createElement("script");
    script.src = path;
    script.onload = () => {
      script.remove();
      announcement.value = "new results";
    };
    document.head.append(script);
  });
}
