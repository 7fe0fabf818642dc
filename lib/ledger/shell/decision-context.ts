import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { DecisionContext } from "../port/decision.ts";
import type { DecisionSeeds } from "./decision-seeds.ts";

/** What the shell gives to a decision. Its seed is derived when it is first asked for. */
export class CommitContext implements DecisionContext {
  readonly now: Micros;
  readonly config: LedgerConfig;
  readonly #position: number;
  readonly #seeds: DecisionSeeds;
  #seed: Uint8Array | undefined;

  constructor(
    position: number,
    now: Micros,
    shell: { config: LedgerConfig; seeds: DecisionSeeds },
  ) {
    this.now = now;
    this.config = shell.config;
    this.#position = position;
    this.#seeds = shell.seeds;
  }

  get seed(): Uint8Array {
    this.#seed ??= this.#seeds.at(this.#position);
    return this.#seed;
  }
}
