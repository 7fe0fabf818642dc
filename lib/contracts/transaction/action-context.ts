import type { PartySet } from "../../base/model/party-set.ts";
import { NodeSeeds } from "./seeds.ts";

/**
 * The context in which steps run: the root, or the body of an exercise. Rollback scopes belong to the
 * context they are opened in (daml-lf.md 14.1, 17.1).
 */
export class ActionContext {
  readonly authorizers: PartySet;
  readonly #seed: () => Uint8Array;
  readonly #firstSeed: Uint8Array | undefined;
  #seeds: NodeSeeds | undefined;
  #nextAction = 0;

  /**
   * `seed` is called only if a contract is created in or below the context. `firstSeed` is the seed of the
   * first action, if it is not derived from the context's seed.
   */
  constructor(authorizers: PartySet, seed: () => Uint8Array, firstSeed?: Uint8Array) {
    this.authorizers = authorizers;
    this.#seed = seed;
    this.#firstSeed = firstSeed;
  }

  /** Returns the index of the next action of this context. */
  nextAction(): number {
    return this.#nextAction++;
  }

  /** Returns the seed of the action with this index. */
  seedOf(action: number): Uint8Array {
    if (action === 0 && this.#firstSeed !== undefined) return this.#firstSeed;
    this.#seeds ??= new NodeSeeds(this.#seed());
    return this.#seeds.at(action);
  }
}
