import { compareReplayedValue, type ReplayComparison } from "./compare.ts";
import { RecordedEffectiveTimes } from "./recorded-effective-times.ts";
import {
  getExchangeEndTime,
  getExchangeName,
  type RecordedCall,
  type RecordedExchange,
  type Recording,
} from "./recording.ts";
import { replayCall } from "./replay-call.ts";
import { ReplayIdMapping } from "./replay-id-mapping.ts";
import { ReplayPreparedTransactionMapping } from "./replay-prepared-transaction-mapping.ts";
import { openRecordedStreamOnTarget, type ReplayedStream } from "./replay-stream.ts";
import type { ReplayTarget } from "./replay-target.ts";
import { determineComparisonVerdict, type ReplayComparisonOutcome } from "./replay-verdict.ts";
import { countReplayVerdicts, type ReplayedExchange, type ReplayReport } from "./report.ts";
import { createReplayTimeline, type RecordedClientAction } from "./timeline.ts";

/** Options of `replayRecording`. */
export interface ReplayOptions {
  /** Maximum time to wait for missing messages of a stream, in milliseconds. Default: 2,000. */
  readonly patienceMillis?: number;
}

/**
 * Repeats the recorded calls in order and compares the responses. Calls that overlapped in the
 * recording overlap in the replay. Ids that the ledger generates may differ: a replayed id is
 * mapped to the recorded id at the same position, and replaces it in later requests.
 *
 * Signed transactions are sent unchanged, unless the target can sign newly prepared ones. If the
 * target throws an error, the report contains the error as the response. Each recorded call costs
 * one call.
 */
export const replayRecording = (
  recording: Recording,
  target: ReplayTarget,
  options: ReplayOptions = {},
): Promise<ReplayReport> => new RecordingReplay(recording, target, options).run();

class RecordingReplay {
  readonly #recording: Recording;
  readonly #target: ReplayTarget;
  readonly #patienceMillis: number;
  readonly #mapping = new ReplayIdMapping();
  readonly #startedAt: number;
  readonly #times: RecordedEffectiveTimes;
  readonly #prepared = new ReplayPreparedTransactionMapping();
  readonly #results: ReplayedExchange[] = [];
  readonly #underWay = new Map<RecordedExchange, Promise<void>>();
  readonly #streams = new Map<RecordedExchange, ReplayedStream>();

  constructor(recording: Recording, target: ReplayTarget, options: ReplayOptions) {
    this.#recording = recording;
    this.#target = target;
    this.#patienceMillis = options.patienceMillis ?? 2_000;
    this.#startedAt = Date.parse(recording.header.startedAt);
    this.#times = new RecordedEffectiveTimes(recording.exchanges);
  }

  async run(): Promise<ReplayReport> {
    for (const step of createReplayTimeline(this.#recording.exchanges)) {
      await this.#finishBefore(step.at);
      this.#target.time?.(this.#getActionTime(step));
      await this.#runStep(step);
    }
    await this.#finishBefore(Infinity);
    const exchanges = this.#results.sort((one, other) => one.id - other.id);
    return {
      versions: { recorded: this.#recording.header.version, replayed: await this.#fetchVersion() },
      exchanges,
      counts: countReplayVerdicts(exchanges),
      otherIds: this.#mapping.ids.differing,
    };
  }

  #getActionTime(step: RecordedClientAction): bigint {
    const effective = step.kind === "call" ? this.#times.findTimeOfCall(step.call) : undefined;
    return effective ?? BigInt(Math.round((this.#startedAt + step.at) * 1000));
  }

  /**
   * Waits for exchanges that ended before this time in the recording, because the next step may
   * depend on them.
   */
  async #finishBefore(at: number): Promise<void> {
    for (const [exchange, work] of this.#underWay) {
      if (getExchangeEndTime(exchange) <= at) await work;
    }
  }

  async #runStep(step: RecordedClientAction): Promise<void> {
    switch (step.kind) {
      case "call":
        this.#underWay.set(step.call, this.#runRecordedCall(step.call));
        return;
      case "open":
        this.#streams.set(
          step.stream,
          openRecordedStreamOnTarget(step.stream, this.#target, this.#mapping),
        );
        return;
      case "send":
        this.#streams.get(step.stream)?.send(step.frame);
        return;
      case "close": {
        const stream = this.#streams.get(step.stream);
        if (stream === undefined) return;
        this.#addResult(step.stream, await stream.finishAndCompare(this.#patienceMillis));
        this.#streams.delete(step.stream);
      }
    }
  }

  async #runRecordedCall(call: RecordedCall): Promise<void> {
    const answered = await replayCall(call, {
      target: this.#target,
      known: this.#mapping,
      prepared: this.#prepared,
    });
    this.#underWay.delete(call);
    this.#addResult(
      call,
      "notSupported" in answered
        ? answered
        : compareReplayedValue(answered.expected, answered.found, this.#mapping),
    );
  }

  #addResult(exchange: RecordedExchange, outcome: ReplayComparisonOutcome): void {
    const { id, user } = exchange;
    const isUnsupported = "notSupported" in outcome;
    const comparison = isUnsupported ? noComparison : outcome;
    const verdict = isUnsupported ? "notSupported" : determineComparisonVerdict(outcome);
    const decidedBy = verdict === "differs" ? this.#target.decidedBy?.() : undefined;
    const reason = isUnsupported ? outcome.notSupported : undefined;
    const { differences, volatile, reordered } = comparison;
    this.#results.push({
      ...{ id, name: getExchangeName(exchange), user, verdict, reason, decidedBy },
      ...{ differences, volatile, reordered },
    });
  }

  async #fetchVersion(): Promise<string | undefined> {
    const { fetch = globalThis.fetch, url } = this.#target;
    try {
      const { version } = (await (await fetch(`${url}/v2/version`)).json()) as {
        readonly version?: unknown;
      };
      return typeof version === "string" ? version : undefined;
    } catch {
      return undefined;
    }
  }
}

const noComparison: ReplayComparison = { differences: [], volatile: [], reordered: [] };
