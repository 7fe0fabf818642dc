import { type ErrorCode, type LedgerError, ledgerError } from "../../lib/index.ts";
import type { Call } from "./call.ts";
import { cutAfter, doubled, failingAfter } from "./connection-cut.ts";
import { faultedCall } from "./faulted-call.ts";
import { cut, type Reply } from "./reply.ts";

/** How a call is carried out, and what it is answered when that takes too long. */
interface FaultyCall {
  readonly handle: () => Reply | Promise<Reply>;
  readonly timedOut: () => Reply;
}

/** Answers a call with the faults that its host has set. Rejects with the errors that they ask for, and those of the call. */
export const applyFaults = async (call: Call, { handle, timedOut }: FaultyCall): Promise<Reply> => {
  const { faults } = call.host;
  if (faults.asksForUsers) await call.identifyIfPossible();
  const strikes = faults.meet(faultedCall(call));
  call.entry?.struckBy(strikes.map(({ name }) => name));
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
        if (call.delivery === "list") await settled(handle);
        return action.as === "cut" ? cut : timedOut();
      case "twice": {
        const first = await settled(handle);
        return (first && doubled(first)) ?? handle();
      }
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

/** The reply; undefined where the call fails. */
const settled = async (handle: FaultyCall["handle"]): Promise<Reply | undefined> => {
  try {
    return await handle();
  } catch {
    return undefined;
  }
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

const prune = async ({ host: { ledger } }: Call, keep: number): Promise<void> => {
  const { ledgerEnd, prunedUpTo } = ledger.state;
  const offset = ledgerEnd - keep;
  if (offset > prunedUpTo) await ledger.prune(offset);
};

const expired = (): LedgerError =>
  ledgerError("UNAUTHENTICATED", { cause: "The token has expired: a fault of the test says so." });

const expiredWhileReading = (): LedgerError =>
  ledgerError("ACCESS_TOKEN_EXPIRED", { cause: "The token expired. Continue with a new one." });
