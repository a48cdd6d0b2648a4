/** The largest member alignment set by `#pragma pack` (GCC manual, "Structure-Layout Pragmas"). */
export class PackState {
  /** In bytes; undefined for the natural alignment. */
  current: number | undefined;
  readonly #stack: { readonly name: string | undefined; readonly pack: number | undefined }[] = [];

  /** Executes a pragma such as `pack(push, 1)`; returns false when it is not supported. */
  apply(pragma: string): boolean {
    const match = /^pack\s*\(([^)]*)\)\s*$/.exec(pragma);
    if (match === null) return false;
    const list = match[1]?.trim() ?? "";
    const [first, ...rest] = list === "" ? [] : list.split(",").map((part) => part.trim());
    if (first === "push" || first === "pop") return this.#applyStack(first, rest);
    return rest.length === 0 && this.#set(first ?? "0");
  }

  #applyStack(action: "push" | "pop", operands: readonly string[]): boolean {
    const name = operands.find((operand) => /^[A-Za-z_]\w*$/.test(operand));
    const amount = operands.find((operand) => /^\d+$/.test(operand));
    if (operands.length !== Number(name !== undefined) + Number(amount !== undefined)) return false;
    if (action === "push") this.#stack.push({ name, pack: this.current });
    else {
      let popped = this.#stack.pop();
      while (name !== undefined && popped !== undefined && popped.name !== name) {
        popped = this.#stack.pop();
      }
      if (popped === undefined) return false;
      this.current = popped.pack;
    }
    return amount === undefined || this.#set(amount);
  }

  #set(amount: string): boolean {
    const pack = Number(amount);
    if (![0, 1, 2, 4, 8, 16].includes(pack)) return false;
    this.current = pack === 0 ? undefined : pack;
    return true;
  }
}
