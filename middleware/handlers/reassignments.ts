import { submitAndWaitForReassignment, submitReassignmentAsync } from "../../lib/api.ts";
import { submitted } from "../api/handler.ts";

export const reassignmentHandlers = {
  submitAndWaitForReassignment: submitted(submitAndWaitForReassignment),
  submitReassignment: submitted(submitReassignmentAsync),
};
