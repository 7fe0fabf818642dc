import {
  allocateExternalParty,
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
  generateExternalPartyTopology,
  prepareTransaction,
} from "../../lib/api.ts";
import {
  createAbortableBodyHandler,
  createBodyHandler,
  createSubmissionHandler,
} from "../api/handler.ts";

export const interactiveSubmissionHandlers = {
  prepareSubmission: createAbortableBodyHandler(prepareTransaction),
  executeSubmission: createSubmissionHandler(executePrepared),
  executeSubmissionAndWait: createSubmissionHandler(executePreparedAndWait),
  executeSubmissionAndWaitForTransaction: createSubmissionHandler(
    executePreparedAndWaitForTransaction,
  ),
  generateExternalPartyTopology: createBodyHandler(generateExternalPartyTopology),
  allocateExternalParty: createBodyHandler(allocateExternalParty),
};
