import {
  anyValueCheck,
  createListCheck,
  createObjectMembersCheck,
  createOptionCheck,
  createOptionsObjectCheck,
  findOptionFault,
  functionOptionCheck,
  type OptionChecks,
  requireWellFormedOptions,
  textOptionCheck,
} from "./base/errors/options.ts";
import type { ParticipantId } from "./base/identifiers/identifiers.ts";
import type { ProtocolVersion } from "./base/identifiers/protocol-version.ts";
import type { Package } from "./contracts/engine/package.ts";
import type { DarLoader } from "./contracts/packages/dar-loader.ts";
import type { ClockOption } from "./ledger/clock/adjustable-clock.ts";
import type { ApiVersionName } from "./ledger/port/api-version.ts";
import type { TimeSource } from "./ledger/port/clock.ts";
import type { LedgerLimits } from "./ledger/port/config.ts";
import type { AutomaticDecision } from "./ledger/port/ledger-decision.ts";
import type { Precedence } from "./ledger/port/precedence.ts";
import { type SynchronizerOption, synchronizerOptionChecks } from "./ledger/runtime/bootstrap.ts";
import type { JournalStore } from "./ledger/stores/journal-store.ts";
import type { TextSource } from "./ledger/stores/text/lines.ts";
import type { FaultRule } from "./operations/faults/fault-rule.ts";
import type { HistoryAdapter } from "./operations/history/history-rules.ts";
import {
  requestJournalOptionChecks,
  type RequestJournalOptions,
} from "./operations/request-journal/request-journal.ts";

/** Options of `createLedger`; each has a default. */
export interface LedgerOptions {
  /**
   * Packages that are stored and vetted from the start, in addition to the built-in ping package.
   */
  readonly packages?: readonly Package[];
  /**
   * The DAR loader: `createDamlLoader()` of `ledger-in-a-box/daml`. Required for uploads of DARs.
   */
  readonly daml?: DarLoader;
  /**
   * Seed of all generated ids. Two ledgers with the same seed generate the same ids if they make
   * the same decisions in the same order at the same times. A number must be a whole number.
   * Default: random.
   */
  readonly seed?: number | string | Uint8Array;
  /**
   * The participant id, `<name>::<fingerprint>`. Default: derived from `participantName`. Ignored
   * if the store contains a journal, because the journal has its own participant id.
   */
  readonly participantId?: ParticipantId;
  /** Default: `participant`. */
  readonly participantName?: string;
  /**
   * Ids of other participants on the same synchronizers. An external party can name them as
   * additional hosts. Nothing else is simulated: they see nothing, and always confirm. Default:
   * none.
   */
  readonly otherParticipants?: readonly ParticipantId[];
  /**
   * The synchronizers that the participant is connected to, in order. Default: those in the journal, or one
   * with the alias `local`.
   */
  readonly synchronizers?: readonly SynchronizerOption[];
  /** Default: `"real"`. */
  readonly clock?: ClockOption;
  /**
   * The version of the JSON Ledger API to serve: any release of 3.4, 3.5 or 3.6, such as `"3.5.10"`,
   * or a line such as `"3.5"`, which selects its newest supported release. Default: `"3.5"`. docs/guide/served.md
   * lists the differences.
   */
  readonly apiVersion?: ApiVersionName;
  /** The version that `/v2/version` reports. Default: `apiVersion`; for `"3.5"`, 3.5.19. */
  readonly version?: string;
  /**
   * The protocol version of all synchronizers. Default: 34 for API version 3.4, otherwise 35. From 35 on,
   * transactions may use Daml-LF 2.3 and its contract keys, and a caught exception must not roll back
   * creates or archives.
   */
  readonly protocolVersion?: ProtocolVersion;
  /**
   * The source to follow where the specification and Canton differ. Default: `"specification"`.
   * docs/CONFORMANCE.md lists the differences.
   */
  readonly precedence?: Precedence;
  /**
   * Delay between the submission and the commit of commands, in milliseconds of the ledger's clock,
   * 0 to 60,000. Default: 0. Overlapping commands compete for contracts and command ids, as on a
   * participant. `ledger.delayCommits` changes the delay.
   */
  readonly commitDelayMillis?: number;
  readonly limits?: Partial<LedgerLimits>;
  /** The store of the journal. Default: in memory. A non-empty journal is replayed. */
  readonly store?: JournalStore;
  /**
   * A dump from `ledger.dump()`, as text or in chunks, such as
   * `createReadStream("my.ledger.json")`. The ledger starts in the state of the dumped one,
   * including the participant and the synchronizers. The dump is written to `store`, which must be
   * empty.
   */
  readonly from?: TextSource;
  /**
   * Adapters that derive the coin history (transfers, mints and taps) from transactions. Default:
   * none. See `defineHistory`.
   */
  readonly history?: readonly HistoryAdapter[];
  /** The source of real time. Default: the machine's clock. */
  readonly timeSource?: TimeSource;
  /**
   * Enable the request journal from the start, and set its size. Default: disabled. See `ledger.requests`.
   */
  readonly requests?: boolean | RequestJournalOptions;
  /** Fault rules for external calls. Default: none. See `ledger.faults`. */
  readonly faults?: readonly FaultRule[];
  /**
   * Decisions that the ledger makes by itself when they are due, in addition to assignments of
   * contracts in flight. Default: none. `isDue` is called before every decision, so the function
   * must be fast.
   */
  readonly automation?: AutomaticDecision;
  /** Called with errors that subscribers throw. Default: prints to the console. */
  readonly reportError?: (error: unknown) => void;
}

/** Raises INVALID_ARGUMENT for an unknown option or an invalid value. */
export const requireWellFormedLedgerOptions = (options: LedgerOptions): void =>
  requireWellFormedOptions(options, ledgerOptionChecks);

const historyAdapterCheck = createObjectMembersCheck("an adapter from defineHistory", "rules");

const ledgerOptionChecks: OptionChecks<LedgerOptions> = {
  packages: anyValueCheck,
  daml: createObjectMembersCheck("a DAR loader from createDamlLoader()", "load", "restore"),
  seed: anyValueCheck,
  participantId: textOptionCheck,
  participantName: textOptionCheck,
  otherParticipants: anyValueCheck,
  synchronizers: createListCheck(
    "synchronizers",
    createOptionsObjectCheck(synchronizerOptionChecks),
  ),
  clock: anyValueCheck,
  apiVersion: anyValueCheck,
  version: textOptionCheck,
  protocolVersion: anyValueCheck,
  precedence: anyValueCheck,
  commitDelayMillis: anyValueCheck,
  limits: createOptionCheck(
    "an object with limits",
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  ),
  store: createObjectMembersCheck(
    "a store, such as await openLevelStore(folder)",
    "append",
    "read",
    "fork",
  ),
  from: anyValueCheck,
  history: createListCheck("adapters", historyAdapterCheck),
  timeSource: createObjectMembersCheck("an object with now and schedule", "now", "schedule"),
  requests: (value, field) =>
    typeof value === "boolean"
      ? undefined
      : findOptionFault(value, requestJournalOptionChecks, field),
  faults: anyValueCheck,
  automation: createObjectMembersCheck("an automation", "isDue", "decide"),
  reportError: functionOptionCheck,
};
