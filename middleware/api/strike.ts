import { type ErrorCode, type LedgerError, ledgerError } from "../../lib/index.ts";
import type { Strike } from "../../lib/internal.ts";
import type { Call } from "./call.ts";
import { cutAfter, doubled, failingAfter } from "./connection-cut.ts";
import { cut, type Reply } from "./reply.ts";

/** How a call is carried out, and what it is answered when that takes too long. */
export interface Struck {
  readonly call: Call;
  readonly handle: () => Promise<Reply>;
  readonly timedOut: () => Reply;
}

/** Answers a call that faults strike. Rejects with the errors that they are, and those of the call. */
export const strike = async (strikes: readonly Strike[], struck: Struck): Promise<Reply> => {
  const { call, handle } = struck;
  for (const { name, action } of strikes) {
    switch (action.kind) {
      case "delay":
        await delayed(call, action.micros);
        break;
      case "refuse": {
        const cause = action.cause ?? `The fault "${name}" of the test refuses it.`;
        throw refusing(action.code, cause);
      }
      case "cut":
        return action.after === 0 ? cut : cutAfter(await handle(), action.after);
      case "loseAnswer":
        return lose(struck, action.as);
      case "twice":
        return twice(handle);
      case "contend":
        call.loseRaces();
        break;
      case "expireToken": {
        if (action.after === 0) throw expired();
        const reply = await handle();
        return failingAfter(reply, action.after, expiredWhileReading()) ?? reply;
      }
      case "staleToken":
        call.staleTokens();
        break;
      case "prune":
        await prune(call, action.keep);
        break;
    }
  }
  return handle();
};

/** Errors that are no defects, whatever their codes are. */
const refusals = new WeakSet<Error>();

const refusing = (code: ErrorCode, cause: string): LedgerError => {
  const error = ledgerError(code, { cause });
  refusals.add(error);
  return error;
};

/** Whether a rule of faults wants this very error. */
export const isByFault = (error: unknown): boolean => error instanceof Error && refusals.has(error);

const delayed = ({ host: { ledger }, signal }: Call, micros: bigint): Promise<void> =>
  ledger.clock.reached(ledger.clock.now() + micros, AbortSignal.any([signal, ledger.era]));

/** What a stream would send while it goes on is lost before it begins: nobody would let go of it. */
const lose = async ({ call, handle, timedOut }: Struck, as: "cut" | "timeout"): Promise<Reply> => {
  if (call.request.delivery === "list") await handle().catch(() => undefined);
  return as === "cut" ? cut : timedOut();
};

const twice = async (handle: () => Promise<Reply>): Promise<Reply> => {
  const first = await handle().catch(() => undefined);
  return (first && doubled(first)) ?? handle();
};

const prune = async ({ host: { ledger } }: Call, keep: number): Promise<void> => {
  const { ledgerEnd, prunedUpTo } = ledger.state;
  const offset = ledgerEnd - keep;
  if (offset > prunedUpTo) await ledger.prune(offset);
};

const expired = (): LedgerError =>
  ledgerError("UNAUTHENTICATED", { cause: "The token has expired: a fault of the test says so." });

const expiredWhileReading = (): LedgerError =>
  ledgerError("ACCESS_TOKEN_EXPIRED", { cause: "The token expired. Continue with a new one." });
