import type { PartySet } from "../../base/model/party-set.ts";
import { NodeSeeds } from "./seeds.ts";

/**
 * Where steps run: at the root, or in the body of an exercise. Rollback scopes belong to the context
 * they are opened in (daml-lf.md 14.1, 17.1).
 */
export class ActionContext {
  readonly authorizers: PartySet;
  readonly #seed: () => Uint8Array;
  readonly #firstSeed: Uint8Array | undefined;
  #seeds: NodeSeeds | undefined;
  #nextAction = 0;

  /**
   * `seed` is asked for only once a contract is created in or below the context. `firstSeed` is that
   * of the first action, if it does not follow from the context's.
   */
  constructor(authorizers: PartySet, seed: () => Uint8Array, firstSeed?: Uint8Array) {
    this.authorizers = authorizers;
    this.#seed = seed;
    this.#firstSeed = firstSeed;
  }

  /** Counts the next action of this context and answers its index. */
  nextAction(): number {
    return this.#nextAction++;
  }

  /** The seed of the action with that index. */
  seedOf(action: number): Uint8Array {
    if (action === 0 && this.#firstSeed !== undefined) return this.#firstSeed;
    this.#seeds ??= new NodeSeeds(this.#seed());
    return this.#seeds.at(action);
  }
}
