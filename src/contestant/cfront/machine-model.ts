/** Data models of SV-COMP: sizes in bytes of the basic types on x86 and x86-64 GNU/Linux. */
export interface MachineModel {
  readonly name: "ILP32" | "LP64";
  readonly pointerSize: 4 | 8;
  readonly longSize: 4 | 8;
  /** `long long` and `double` are 4-byte aligned inside i386 records, 8-byte aligned as objects of their own. */
  readonly longLongAlign: 4 | 8;
  readonly doubleAlign: 4 | 8;
  readonly longDoubleSize: 12 | 16;
  readonly longDoubleAlign: 4 | 16;
  readonly maxAlign: 16;
}

export const ILP32: MachineModel = {
  name: "ILP32",
  pointerSize: 4,
  longSize: 4,
  longLongAlign: 4,
  doubleAlign: 4,
  longDoubleSize: 12,
  longDoubleAlign: 4,
  maxAlign: 16,
};
export const LP64: MachineModel = {
  name: "LP64",
  pointerSize: 8,
  longSize: 8,
  longLongAlign: 8,
  doubleAlign: 8,
  longDoubleSize: 16,
  longDoubleAlign: 16,
  maxAlign: 16,
};
export type DataModel = MachineModel["name"];
export const MACHINE_MODELS: Readonly<Record<DataModel, MachineModel>> = { ILP32, LP64 };
