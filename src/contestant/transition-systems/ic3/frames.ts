/** Frames: the blocked cubes by location and level, which executions of at most that many steps cannot reach. */
import type { Term, TermManager } from "../../smt/index.ts";
import type { Location } from "../extraction/transition-system.ts";

/** A conjunction of predicates and negated predicates on the variables of a location. */
export type Cube = readonly Term[];

export interface BlockedCube {
  readonly cube: Cube;
  /** Its negation. */
  readonly clause: Term;
  /** The number of steps within which no execution reaches the cube. */
  level: number;
}

export class Frames {
  readonly #manager: TermManager;
  readonly #blocked = new Map<Location, BlockedCube[]>();

  constructor(manager: TermManager) {
    this.#manager = manager;
  }

  at(location: Location): readonly BlockedCube[] {
    return this.#blocked.get(location) ?? [];
  }

  /** The known clauses at a location after at most that many steps. */
  clausesAt(location: Location, level: number): Term[] {
    return this.at(location).flatMap((blocked) => (blocked.level >= level ? blocked.clause : []));
  }

  isBlocked(location: Location, cube: Cube, level: number): boolean {
    const literals = new Set(cube);
    return this.at(location).some(
      (blocked) => blocked.level >= level && blocked.cube.every((literal) => literals.has(literal)),
    );
  }

  block(location: Location, cube: Cube, level: number): void {
    const kept = this.at(location).filter(
      (old) => old.level > level || !cube.every((literal) => old.cube.includes(literal)),
    );
    const clause = this.#manager.not(this.#manager.and(...cube));
    this.#blocked.set(location, [...kept, { cube, clause, level }]);
  }
}
