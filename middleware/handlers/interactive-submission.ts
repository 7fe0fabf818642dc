import {
  allocateExternalParty,
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
  generateExternalPartyTopology,
  prepareTransaction,
} from "../../lib/api.ts";
import { handleBody, handleBodyUntilAborted, handleSubmission } from "../api/handler.ts";

export const interactiveSubmissionHandlers = {
  prepareSubmission: handleBodyUntilAborted(prepareTransaction),
  executeSubmission: handleSubmission(executePrepared),
  executeSubmissionAndWait: handleSubmission(executePreparedAndWait),
  executeSubmissionAndWaitForTransaction: handleSubmission(executePreparedAndWaitForTransaction),
  generateExternalPartyTopology: handleBody(generateExternalPartyTopology),
  allocateExternalParty: handleBody(allocateExternalParty),
};
