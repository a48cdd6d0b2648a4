import { ILP32, type MachineModel } from "../machine-model.ts";
import { arrayOf, basicTypes, pointerTo } from "../type-factory.ts";
import type { CType, RecordType } from "../types.ts";

const lp64Lists = new Map<MachineModel, CType>();

/** `__builtin_va_list`: `char *` on i386, an array of one record on x86-64 (System V ABIs, 3.5.7). */
export function vaListType(machine: MachineModel): CType {
  const types = basicTypes(machine);
  if (machine === ILP32) return types.charPointer;
  let list = lp64Lists.get(machine);
  if (list === undefined) {
    const pointer = pointerTo(types.void, machine);
    const record: RecordType = {
      kind: "struct",
      tag: "__va_list_tag",
      definition: {
        fields: [
          { name: "gp_offset", type: types.uint, offset: 0 },
          { name: "fp_offset", type: types.uint, offset: 4 },
          { name: "overflow_arg_area", type: pointer, offset: 8 },
          { name: "reg_save_area", type: pointer, offset: 16 },
        ],
        size: 24,
        align: 8,
      },
    };
    list = arrayOf(record, 1);
    lp64Lists.set(machine, list);
  }
  return list;
}
