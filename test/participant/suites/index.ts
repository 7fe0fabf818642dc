import type { Suite } from "../../support/catalogue/suite.ts";
import { contractIds, explicitDisclosure, multiParty, wrongTemplate } from "./authority.ts";
import { commandService } from "./command-service.ts";
import {
  deduplication,
  deduplicationInfo,
  deduplicationPeriods,
  parallelDeduplication,
  submissionCompletion,
} from "./completions.ts";
import { partyMetadata, userMetadata } from "./metadata.ts";
import { partyManagement, partyUpdates } from "./parties.ts";
import {
  activeContractsService,
  contractService,
  eventQueries,
  updateQueries,
  visibility,
} from "./reads.ts";
import { identityProviders, userManagement, userUpdates } from "./users.ts";

/** All of the catalogue that is shown here, by suite. */
export const suites: readonly Suite[] = [
  commandService,
  submissionCompletion,
  deduplication,
  parallelDeduplication,
  deduplicationPeriods,
  deduplicationInfo,
  multiParty,
  explicitDisclosure,
  contractIds,
  wrongTemplate,
  partyManagement,
  partyUpdates,
  partyMetadata,
  userManagement,
  userUpdates,
  userMetadata,
  identityProviders,
  activeContractsService,
  updateQueries,
  eventQueries,
  contractService,
  visibility,
];
