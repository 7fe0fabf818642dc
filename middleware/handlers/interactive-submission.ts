import {
  allocateExternalParty,
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
  generateExternalPartyTopology,
  prepareTransaction,
} from "../../lib/api.ts";
import { askedByBody, awaitedByBody, submitted } from "../api/handler.ts";

export const interactiveSubmissionHandlers = {
  prepareSubmission: awaitedByBody(prepareTransaction),
  executeSubmission: submitted(executePrepared),
  executeSubmissionAndWait: submitted(executePreparedAndWait),
  executeSubmissionAndWaitForTransaction: submitted(executePreparedAndWaitForTransaction),
  generateExternalPartyTopology: askedByBody(generateExternalPartyTopology),
  allocateExternalParty: askedByBody(allocateExternalParty),
};
