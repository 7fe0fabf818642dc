import {
  anything,
  callback,
  form,
  listOfForm,
  objectWith,
  optionFault,
  type OptionForms,
  optionsOf,
  requireOptions,
  text,
} from "./base/errors/options.ts";
import type { ParticipantId } from "./base/identifiers/identifiers.ts";
import type { ProtocolVersion } from "./base/identifiers/protocol-version.ts";
import type { Package } from "./contracts/engine/package.ts";
import type { DarLoader } from "./contracts/packages/dar-loader.ts";
import type { ClockOption } from "./ledger/clock/adjustable-clock.ts";
import type { ApiVersionName } from "./ledger/port/api-version.ts";
import type { TimeSource } from "./ledger/port/clock.ts";
import type { LedgerConfig } from "./ledger/port/config.ts";
import type { DueDecision } from "./ledger/port/decision.ts";
import type { Precedence } from "./ledger/port/precedence.ts";
import { synchronizerForms, type SynchronizerOption } from "./ledger/runtime/founding.ts";
import type { JournalStore } from "./ledger/stores/journal-store.ts";
import type { TextSource } from "./ledger/stores/text/lines.ts";
import type { FaultRule } from "./operations/faults/fault-rule.ts";
import type { HistoryAdapter } from "./operations/history/history-rules.ts";
import {
  requestJournalForms,
  type RequestJournalOptions,
} from "./operations/request-journal/request-journal.ts";

/** What a ledger is to be; each option has a default. */
export interface LedgerOptions {
  /** Known and vetted from the start, besides the built-in ping package. */
  readonly packages?: readonly Package[];
  /** Lets DARs be uploaded: `createDamlLoader()` of `ledger-in-a-box/daml`. */
  readonly daml?: DarLoader;
  /**
   * Ledgers of the same seed that decide the same things in the same order, at the same times, give
   * the same ids. A number is a whole one. Random when absent.
   */
  readonly seed?: number | string | Uint8Array;
  /** `<name>::<fingerprint>`; follows from `participantName` when absent. A journal that was begun keeps its own. */
  readonly participantId?: ParticipantId;
  /** `participant` when absent. */
  readonly participantName?: string;
  /**
   * Ids of other participants on the same synchronizers, so that an external party may name them as hosts beside this one.
   * None when absent. They are known by name only: they see nothing, and what they would confirm counts as confirmed.
   */
  readonly otherParticipants?: readonly ParticipantId[];
  /**
   * What the participant is connected to, in this order. When absent: what the journal says, or one called `local`.
   */
  readonly synchronizers?: readonly SynchronizerOption[];
  /** `"real"` when absent. */
  readonly clock?: ClockOption;
  /**
   * Which version of the JSON Ledger API is served: a line such as `"3.5"`, which stands for its newest release, or a
   * release such as `"3.5.1"`. `"3.5"` when absent. docs/guide/served.md lists how they differ.
   */
  readonly apiVersion?: ApiVersionName;
  /** What `/v2/version` reports; the release that `apiVersion` stands for, 3.5.19, when absent. */
  readonly version?: string;
  /**
   * Of all synchronizers; when absent, what a participant of the version of the API runs, 34 or else 35. From 35 on
   * transactions may use Daml-LF 2.3, and with it contract keys, and a caught exception must not undo
   * creates or archives.
   */
  readonly protocolVersion?: ProtocolVersion;
  /**
   * Whose way is taken where the specification that the ledger was made from says one thing and a
   * participant does another; `"specification"` when absent. docs/CONFORMANCE.md lists the places.
   */
  readonly precedence?: Precedence;
  /**
   * For how long commands are in flight before they are committed, in milliseconds of the ledger's clock
   * up to 60,000; 0 when absent. Those that overlap contend for contracts and command ids as on a
   * participant. `delayCommits` of the ledger changes it.
   */
  readonly commitDelayMillis?: number;
  readonly limits?: Partial<LedgerConfig>;
  /** Where the journal lives; in memory when absent. One that is not empty is replayed. */
  readonly store?: JournalStore;
  /**
   * What `ledger.dump()` gave, as text or in pieces, such as `createReadStream("my.ledger.json")`: the ledger begins as
   * the one it was taken of, participant and synchronizers included. It goes into `store`, which has to be empty.
   */
  readonly from?: TextSource;
  /** How transactions give coin history; they give none when absent. See `defineHistory`. */
  readonly history?: readonly HistoryAdapter[];
  /** Where real time comes from; the machine when absent. */
  readonly timeSource?: TimeSource;
  /** Whether the request journal keeps calls from the start, and how many; not when absent. See `ledger.requests`. */
  readonly requests?: boolean | RequestJournalOptions;
  /** What is to go wrong with calls from outside; nothing when absent. See `ledger.faults`. */
  readonly faults?: readonly FaultRule[];
  /**
   * What the ledger does by itself when a time has come, besides assigning contracts in flight. Nothing when absent. Asked
   * before every decision, so `isDue` has to be cheap.
   */
  readonly automation?: DueDecision;
  /** Told what subscribers throw; the console when absent. */
  readonly reportError?: (error: unknown) => void;
}

/** Raises INVALID_ARGUMENT for an option that `createLedger` does not have, or a value that is none of its. */
export const requireLedgerOptions = (options: LedgerOptions): void =>
  requireOptions(options, ledgerOptionForms);

const adapter = objectWith("an adapter, as defineHistory makes it", "rules");

const ledgerOptionForms: OptionForms<LedgerOptions> = {
  packages: anything,
  daml: objectWith("a loader of DARs, as createDamlLoader() makes it", "load", "restore"),
  seed: anything,
  participantId: text,
  participantName: text,
  otherParticipants: anything,
  synchronizers: listOfForm("synchronizers", optionsOf(synchronizerForms)),
  clock: anything,
  apiVersion: anything,
  version: text,
  protocolVersion: anything,
  precedence: anything,
  commitDelayMillis: anything,
  limits: form(
    "an object with limits",
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  ),
  store: objectWith("a store, such as await openLevelStore(folder)", "append", "read", "fork"),
  from: anything,
  history: listOfForm("adapters", adapter),
  timeSource: objectWith("an object with now and schedule", "now", "schedule"),
  requests: (value, field) =>
    typeof value === "boolean" ? undefined : optionFault(value, requestJournalForms, field),
  faults: anything,
  automation: objectWith("an automation", "isDue", "decide"),
  reportError: callback,
};
