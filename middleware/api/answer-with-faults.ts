import { type ErrorCode, type LedgerError, ledgerError } from "../../lib/index.ts";
import type { PipelineCall } from "./call.ts";
import { cutReplyAfterItems, duplicateReplyItems, failReplyAfterItems } from "./connection-cut.ts";
import { type ApiReply, connectionCutReply } from "./reply.ts";
import { toFaultMatchableCall } from "./to-fault-matchable-call.ts";

/** A call to which fault rules apply: its handler, and its answer after the time limit. */
interface FaultyCall {
  readonly handle: () => ApiReply | Promise<ApiReply>;
  readonly timedOut: () => ApiReply;
}

/**
 * Answers a call and applies the fault rules of the host. Rejects with the errors that the rules
 * inject, and with those of the call.
 */
export const answerWithInjectedFaults = async (
  call: PipelineCall,
  { handle, timedOut }: FaultyCall,
): Promise<ApiReply> => {
  const { faults } = call.host;
  if (faults.dependsOnUser) await call.identifyIfPossible();
  const strikes = faults.selectFaults(toFaultMatchableCall(call));
  call.entry?.setFaults(strikes.map(({ name }) => name));
  for (const { name, action } of strikes) {
    switch (action.kind) {
      case "delay":
        await waitForDelay(call, action.micros);
        break;
      case "refuse": {
        const cause = action.cause ?? `The fault rule "${name}" refuses the call.`;
        throw createInjectedError(action.code, cause);
      }
      case "cut":
        return action.after === 0
          ? connectionCutReply
          : cutReplyAfterItems(await handle(), action.after);
      case "loseAnswer":
        if (call.delivery === "list") await handleOrIgnoreError(handle);
        return action.as === "cut" ? connectionCutReply : timedOut();
      case "twice": {
        const first = await handleOrIgnoreError(handle);
        return (first && duplicateReplyItems(first)) ?? handle();
      }
      case "contend":
        call.rejectAsContended();
        break;
      case "expireToken": {
        if (action.after === 0) throw expiredTokenError();
        const reply = await handle();
        return failReplyAfterItems(reply, action.after, expiredStreamTokenError()) ?? reply;
      }
      case "staleToken":
        call.replaceTokensWithStale();
        break;
      case "prune":
        await pruneOldHistory(call, action.keep);
        break;
    }
  }
  return handle();
};

/** Returns the reply; undefined if the call fails. */
const handleOrIgnoreError = async (handle: FaultyCall["handle"]): Promise<ApiReply | undefined> => {
  try {
    return await handle();
  } catch {
    return undefined;
  }
};

/** Errors that fault rules injected. They are not defects, regardless of their code. */
const injectedErrors = new WeakSet<Error>();

const createInjectedError = (code: ErrorCode, cause: string): LedgerError => {
  const error = ledgerError(code, { cause });
  injectedErrors.add(error);
  return error;
};

/** Returns true if a fault rule injected this error. */
export const isInjectedError = (error: unknown): boolean =>
  error instanceof Error && injectedErrors.has(error);

const waitForDelay = ({ host: { ledger }, signal }: PipelineCall, micros: bigint): Promise<void> =>
  ledger.clock.reached(ledger.clock.now() + micros, AbortSignal.any([signal, ledger.epoch]));

const pruneOldHistory = async ({ host: { ledger } }: PipelineCall, keep: number): Promise<void> => {
  const { ledgerEnd, prunedUpTo } = ledger.state;
  const offset = ledgerEnd - keep;
  if (offset > prunedUpTo) await ledger.prune(offset);
};

const expiredTokenError = (): LedgerError =>
  ledgerError("UNAUTHENTICATED", { cause: "A fault rule treats the token as expired." });

const expiredStreamTokenError = (): LedgerError =>
  ledgerError("ACCESS_TOKEN_EXPIRED", { cause: "The token expired. Continue with a new one." });
