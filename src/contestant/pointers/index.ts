/** The door of this folder. */
export {
  blockPlace,
  functionPlace,
  mayOverlap,
  objectPlace,
  type Place,
  shifted,
  type Target,
  target,
} from "./memory-place.ts";
export { PointsTo } from "./points-to.ts";
export {
  atom,
  constant,
  constantOf,
  isManageable,
  operation,
  product,
  singleAtom,
  sum,
  truthOf,
  union,
  type Value,
} from "./symbolic-value.ts";
export { type LockType, type ThreadEffect, threadEffectOf } from "./thread-operations.ts";
