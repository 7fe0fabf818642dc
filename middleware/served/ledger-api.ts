import decoding from "../../spec/ledger-api.decoding.json" with { type: "json" };
import { type Api, createApi } from "../api/api.ts";
import { commandHandlers } from "../handlers/commands.ts";
import { contractHandlers } from "../handlers/contracts.ts";
import { documentHandlers } from "../handlers/documents.ts";
import { healthHandlers } from "../handlers/health.ts";
import { identityProviderHandlers } from "../handlers/identity-providers.ts";
import { interactiveSubmissionHandlers } from "../handlers/interactive-submission.ts";
import { packageVettingHandlers } from "../handlers/package-vetting.ts";
import { packageHandlers } from "../handlers/packages.ts";
import { partyHandlers } from "../handlers/parties.ts";
import { reassignmentHandlers } from "../handlers/reassignments.ts";
import { stateHandlers } from "../handlers/state.ts";
import { updateHandlers } from "../handlers/updates.ts";
import { userHandlers } from "../handlers/users.ts";
import { versionHandlers } from "../handlers/version.ts";
import { ledgerErrorReplies } from "./ledger-error-replies.ts";

/** The ledger API of this process; made at the first call, shared by all routers and fetches. */
export const ledgerApi = (): Api =>
  (made ??= createApi({
    decoding,
    errors: ledgerErrorReplies,
    handlers: {
      ...commandHandlers,
      ...contractHandlers,
      ...documentHandlers,
      ...healthHandlers,
      ...identityProviderHandlers,
      ...interactiveSubmissionHandlers,
      ...packageHandlers,
      ...packageVettingHandlers,
      ...partyHandlers,
      ...reassignmentHandlers,
      ...stateHandlers,
      ...updateHandlers,
      ...userHandlers,
      ...versionHandlers,
    },
  }));

let made: Api | undefined;
