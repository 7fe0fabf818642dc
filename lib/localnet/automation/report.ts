import { formatTimestamp } from "../../base/values/time.ts";
import type { HostLedger } from "../../host-ledger.ts";
import { getLedgerCallObservers } from "../../operations/request-journal/ledger-call-observers.ts";
import { automationUserId, describeAutomationRuleEffect } from "./automation.ts";

/**
 * Records each action of automation in the ledger's request journal, with its effect: `automation: round
 * advanced`. Returns a function that stops recording.
 */
export const recordAutomationInRequestJournal = (ledger: HostLedger): (() => void) => {
  const audience = getLedgerCallObservers(ledger);
  return ledger.subscribe(({ events }) => {
    if (!audience.isPresent) return;
    for (const event of events) {
      if (event.kind !== "transactionCommitted") continue;
      const { submission, offset, recordTime } = event.update;
      if (submission.userId !== automationUserId) continue;
      const time = formatTimestamp(recordTime);
      audience.notifyListeners({
        via: "program",
        method: "CALL",
        path: `automation: ${describeAutomationRuleEffect(submission.workflowId)}`,
        query: "",
        operationId: undefined,
        commandId: submission.commandId,
        principal: automationUserId,
        startedAt: time,
        ledgerTime: time,
        millis: 0,
        status: 200,
        offsets: { before: offset - 1, after: offset },
        written: undefined,
        requestBytes: undefined,
        answerBytes: undefined,
        traceId: undefined,
        correlationId: undefined,
        error: undefined,
        decidedBy: [],
        withheld: [],
        withholdsMore: false,
        requestBody: undefined,
        answerBody: undefined,
      });
    }
  });
};
