import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { DecisionContext } from "../port/decision.ts";
import type { Departure, Turns } from "../port/turns.ts";
import type { DecisionSeeds } from "./decision-seeds.ts";
import { firstTurn, landingTurn } from "./turntable.ts";

/** Where in the journal something is decided: at which position, and how many left there undecided before. */
export interface Place {
  readonly position: number;
  readonly number: number;
  /** Where others may decide at the same place, by the same seed. */
  readonly salt?: Uint8Array;
}

/** What the shell gives to a decision. Its seed is derived when it is first asked for. */
export class CommitContext implements DecisionContext {
  readonly now: Micros;
  readonly config: LedgerConfig;
  readonly turns: Turns;
  readonly departure: Departure | undefined;
  readonly #place: Place;
  readonly #shell: { readonly config: LedgerConfig; readonly seeds: DecisionSeeds };
  #seed: Uint8Array | undefined;

  constructor(
    place: Place,
    now: Micros,
    shell: { readonly config: LedgerConfig; readonly seeds: DecisionSeeds },
    landing?: { readonly turns: Turns; readonly departure: Departure },
  ) {
    this.now = now;
    this.config = shell.config;
    this.turns = landing === undefined ? firstTurn() : landingTurn(landing.turns);
    this.departure = landing?.departure;
    this.#place = place;
    this.#shell = shell;
  }

  get seed(): Uint8Array {
    const { position, number, salt } = this.#place;
    this.#seed ??= this.#shell.seeds.at(position, number, salt);
    return this.#seed;
  }

  /** The same decision, made in other turns. */
  inTurns(turns: Turns): DecisionContext {
    const { now, config, seed, departure } = this;
    return { now, config, seed, turns, departure };
  }
}
