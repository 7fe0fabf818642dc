import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { UpdateFormat } from "../../views/visibility/event-format.ts";
import type { PinnedViewPackages } from "../../views/visibility/interface-view.ts";
import {
  type CompiledUpdateFormat,
  compileUpdateFormat,
  projectVisibleUpdate,
  type VisibleUpdate,
} from "../../views/visibility/project-update.ts";
import type { CallFactRecorder } from "../authorization/call-fact-recorder.ts";
import type { Caller } from "../authorization/caller.ts";

/**
 * Converts the visible part of an update to JSON of one form, for example transactions as trees.
 * Returns undefined if the form cannot represent the update.
 */
export type UpdateJsonEncoder<Json> = (
  visible: VisibleUpdate,
  encoder: EventEncoder,
) => Json | undefined;

export interface OffsetRange {
  readonly begin: Offset;
  readonly end: Offset;
  readonly descending: boolean;
}

/**
 * Converts updates to JSON in one format and one form. Notices when packages or vetting change, for
 * example during a long stream.
 */
export class UpdateJsonConverter<Json> {
  readonly #format: UpdateFormat;
  readonly #form: UpdateJsonEncoder<Json>;
  readonly #notes: CallFactRecorder | undefined;
  /**
   * The packages that have computed views. An open stream continues to use them, even if newer
   * versions are vetted.
   */
  readonly #used: PinnedViewPackages = new Map();
  #prepared: FormatCache | undefined;

  /** If the caller has a fact recorder, {@link presentUpdate} records there each update that it reads. */
  constructor(format: UpdateFormat, form: UpdateJsonEncoder<Json>, caller?: Caller) {
    this.#format = format;
    this.#form = form;
    this.#notes = caller?.factRecorder;
  }

  /** Returns undefined if no part is visible. */
  presentUpdate(update: Update, state: LedgerState): Json | undefined {
    const { projection, encoder } = this.#getFormatCache(state);
    const visible = projectVisibleUpdate(update, projection);
    this.#notes?.recordUpdate(update, visible, this.#format);
    return visible && this.#form(visible, encoder.resetViewQuota());
  }

  /**
   * Yields the visible parts of the updates with `begin` < offset ≤ `end`, and undefined for
   * updates that are not visible. Reads updates lazily.
   */
  *presentRange(
    state: LedgerState,
    { begin, end, descending }: OffsetRange,
  ): Generator<UpdateJsonWithOffset<Json> | undefined, void, undefined> {
    const entries = descending ? state.log.entriesReversed(end) : state.log.entries(begin + 1);
    for (const [offset, { update }] of entries) {
      if (descending ? offset <= begin : offset > end) return;
      const json = update && this.presentUpdate(update, state);
      yield json === undefined ? undefined : { offset, json };
    }
  }

  #getFormatCache(state: LedgerState): FormatCache {
    const { packages, vetting } = state;
    if (this.#prepared?.packages !== packages || this.#prepared.vetting !== vetting) {
      const projection = compileUpdateFormat(this.#format, packages);
      this.#prepared = {
        packages,
        vetting,
        projection,
        encoder: new EventEncoder(state, this.#used),
      };
    }
    return this.#prepared;
  }
}

export interface UpdateJsonWithOffset<Json> {
  readonly offset: Offset;
  readonly json: Json;
}

interface FormatCache {
  readonly packages: LedgerState["packages"];
  readonly vetting: LedgerState["vetting"];
  readonly projection: CompiledUpdateFormat;
  readonly encoder: EventEncoder;
}
