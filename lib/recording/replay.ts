import { compare, type Comparison } from "./compare.ts";
import { Correspondence } from "./correspondence.ts";
import { EffectiveTimes } from "./effective-times.ts";
import { PreparedAgain } from "./prepared-again.ts";
import { endOf, type Exchange, nameOf, type RecordedCall, type Recording } from "./recording.ts";
import { replayCall } from "./replay-call.ts";
import { openReplayedStream, type ReplayedStream } from "./replay-stream.ts";
import type { ReplayTarget } from "./replay-target.ts";
import { countVerdicts, type ReplayedExchange, type ReplayReport } from "./report.ts";
import { type Step, timelineOf } from "./timeline.ts";
import { type Outcome, verdictOf } from "./verdict.ts";

/** How a recording is replayed. */
export interface ReplayOptions {
  /** How long to wait for messages of a stream that do not come, in milliseconds; 2,000 when absent. */
  readonly patienceMillis?: number;
}

/**
 * Does again what clients did, one call after the other, but together what was under way together, and compares what is answered. Ids that a ledger draws
 * may be others: an id of an answer that stands where another stood corresponds to it from then on, and takes its place in what is sent. What was signed is sent as it was, unless
 * the target can sign what is prepared now. Costs a call for each that was recorded. What the target throws is told as the answer.
 */
export const replay = (
  recording: Recording,
  target: ReplayTarget,
  options: ReplayOptions = {},
): Promise<ReplayReport> => new Replay(recording, target, options).run();

class Replay {
  readonly #recording: Recording;
  readonly #target: ReplayTarget;
  readonly #patienceMillis: number;
  readonly #known = new Correspondence();
  readonly #startedAt: number;
  readonly #times: EffectiveTimes;
  readonly #prepared = new PreparedAgain();
  readonly #done: ReplayedExchange[] = [];
  readonly #underWay = new Map<Exchange, Promise<void>>();
  readonly #streams = new Map<Exchange, ReplayedStream>();

  constructor(recording: Recording, target: ReplayTarget, options: ReplayOptions) {
    this.#recording = recording;
    this.#target = target;
    this.#patienceMillis = options.patienceMillis ?? 2_000;
    this.#startedAt = Date.parse(recording.header.startedAt);
    this.#times = new EffectiveTimes(recording.exchanges);
  }

  async run(): Promise<ReplayReport> {
    for (const step of timelineOf(this.#recording.exchanges)) {
      await this.#finishBefore(step.at);
      this.#target.time?.(this.#timeOf(step));
      await this.#take(step);
    }
    await this.#finishBefore(Infinity);
    const exchanges = this.#done.sort((one, other) => one.id - other.id);
    return {
      versions: { recorded: this.#recording.header.version, replayed: await this.#version() },
      exchanges,
      counts: countVerdicts(exchanges),
      otherIds: this.#known.ids.differing,
    };
  }

  #timeOf(step: Step): bigint {
    const effective = step.kind === "call" ? this.#times.of(step.call) : undefined;
    return effective ?? BigInt(Math.round((this.#startedAt + step.at) * 1000));
  }

  /** Whatever was over before then may have been what the next step depends on. */
  async #finishBefore(at: number): Promise<void> {
    for (const [exchange, work] of this.#underWay) if (endOf(exchange) <= at) await work;
  }

  async #take(step: Step): Promise<void> {
    switch (step.kind) {
      case "call":
        this.#underWay.set(step.call, this.#call(step.call));
        return;
      case "open":
        this.#streams.set(step.stream, openReplayedStream(step.stream, this.#target, this.#known));
        return;
      case "send":
        this.#streams.get(step.stream)?.send(step.frame);
        return;
      case "close": {
        const stream = this.#streams.get(step.stream);
        if (stream === undefined) return;
        this.#tell(step.stream, await stream.finish(this.#patienceMillis));
        this.#streams.delete(step.stream);
      }
    }
  }

  async #call(call: RecordedCall): Promise<void> {
    const answered = await replayCall(call, {
      target: this.#target,
      known: this.#known,
      prepared: this.#prepared,
    });
    this.#underWay.delete(call);
    this.#tell(
      call,
      "notSupported" in answered
        ? answered
        : compare(answered.expected, answered.found, this.#known),
    );
  }

  #tell(exchange: Exchange, outcome: Outcome): void {
    const { id, user } = exchange;
    const isUnsupported = "notSupported" in outcome;
    const comparison = isUnsupported ? nothing : outcome;
    const verdict = isUnsupported ? "notSupported" : verdictOf(outcome);
    const decidedBy = verdict === "differs" ? this.#target.decidedBy?.() : undefined;
    const reason = isUnsupported ? outcome.notSupported : undefined;
    const { differences, volatile, reordered } = comparison;
    this.#done.push({
      ...{ id, name: nameOf(exchange), user, verdict, reason, decidedBy },
      ...{ differences, volatile, reordered },
    });
  }

  async #version(): Promise<string | undefined> {
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

const nothing: Comparison = { differences: [], volatile: [], reordered: [] };
