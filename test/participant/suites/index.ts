import type { Suite } from "../../support/catalogue/suite.ts";
import { access } from "./access.ts";
import {
  agreements,
  authorizations,
  divulgedContracts,
  divulgedCreation,
  projections,
  witnessing,
} from "./agreements.ts";
import { contractIds, explicitDisclosure, multiParty, wrongTemplate } from "./authority.ts";
import { checkpoints } from "./checkpoints.ts";
import { commandService } from "./command-service.ts";
import {
  deduplication,
  deduplicationInfo,
  deduplicationPeriods,
  parallelDeduplication,
  submissionCompletion,
} from "./completions.ts";
import { dars } from "./dars.ts";
import { exceptions, rolledBackDescendants } from "./exceptions.ts";
import {
  externalParties,
  externalUsers,
  generatedTopology,
  interactiveSubmission,
  largeTransactions,
  onboarding,
} from "./interactive.ts";
import { interfaces, interfaceSubscriptions } from "./interfaces.ts";
import {
  contractKeys,
  keyedContractIds,
  keyedDeduplication,
  keyedDisclosure,
  keyedDivulgence,
  keyedWrongType,
  keyPrefetching,
  multiPartyKeys,
  races,
  racesWithExceptions,
} from "./keys.ts";
import { partyMetadata, userMetadata } from "./metadata.ts";
import { snapshotPages, updatePages } from "./pages.ts";
import { partyManagement, partyUpdates } from "./parties.ts";
import { readings } from "./readings.ts";
import {
  activeContractsService,
  contractService,
  eventQueries,
  updateQueries,
  visibility,
} from "./reads.ts";
import { packageResolution, resolutionFromSource } from "./selection.ts";
import {
  base64,
  decoding,
  documents,
  jsonApi,
  listLimits,
  packages,
  preferences,
  state,
  time,
  unknownPaths,
} from "./service.ts";
import { prefetching, pruning, pruningAsThere, topologyEvents, updateStreams } from "./streams.ts";
import { tokens } from "./tokens.ts";
import {
  correctness,
  descendantNodes,
  divulgence,
  exercises,
  filters,
  manySignatories,
  outputs,
  semantics,
  stakeholders,
  validation,
} from "./transactions.ts";
import { upgrading } from "./upgrading.ts";
import { identityProviders, userManagement, userUpdates } from "./users.ts";
import {
  kindsOfJson,
  limits,
  malformedVariants,
  nestedKeys,
  nestedValues,
  textMaps,
  trailingOptionals,
  valuesInAndOut,
} from "./values.ts";
import { vetting } from "./vetting.ts";

/** The suites of Canton's published catalogue of tests, with the cases that are covered here. */
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
  correctness,
  descendantNodes,
  divulgence,
  exercises,
  filters,
  manySignatories,
  outputs,
  semantics,
  stakeholders,
  validation,
  kindsOfJson,
  limits,
  malformedVariants,
  nestedKeys,
  nestedValues,
  textMaps,
  trailingOptionals,
  valuesInAndOut,
  packages,
  state,
  time,
  jsonApi,
  unknownPaths,
  base64,
  decoding,
  listLimits,
  documents,
  preferences,
  updateStreams,
  updatePages,
  snapshotPages,
  ...checkpoints,
  ...access,
  ...readings,
  tokens,
  ...dars,
  upgrading,
  agreements,
  authorizations,
  divulgedContracts,
  divulgedCreation,
  projections,
  witnessing,
  pruning,
  pruningAsThere,
  topologyEvents,
  prefetching,
  contractKeys,
  multiPartyKeys,
  keyedContractIds,
  keyedDisclosure,
  keyedDivulgence,
  keyedWrongType,
  keyPrefetching,
  keyedDeduplication,
  races,
  racesWithExceptions,
  exceptions,
  rolledBackDescendants,
  interfaces,
  ...interfaceSubscriptions,
  interactiveSubmission,
  largeTransactions,
  externalParties,
  generatedTopology,
  externalUsers,
  onboarding,
  vetting,
  packageResolution,
  resolutionFromSource,
];
