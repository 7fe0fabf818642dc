import { submitAndWaitForReassignment, submitReassignmentAsync } from "../../lib/api.ts";
import { handleSubmission } from "../api/handler.ts";

export const reassignmentHandlers = {
  submitAndWaitForReassignment: handleSubmission(submitAndWaitForReassignment),
  submitReassignment: handleSubmission(submitReassignmentAsync),
};
