import { submitAndWaitForReassignment, submitReassignmentAsync } from "../../lib/api.ts";
import { createSubmissionHandler } from "../api/handler.ts";

export const reassignmentHandlers = {
  submitAndWaitForReassignment: createSubmissionHandler(submitAndWaitForReassignment),
  submitReassignment: createSubmissionHandler(submitReassignmentAsync),
};
