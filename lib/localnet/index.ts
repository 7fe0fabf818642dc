export { parseAmount } from "./amount.ts";
export { type AmuletSettings, createAmuletRulesArgument } from "./amulet-rules.ts";
export {
  type LedgerAutomation,
  type AutomationOptions,
  createAutomation,
  selectAutomationRules,
} from "./automation/automation.ts";
export { recordAutomationInRequestJournal } from "./automation/report.ts";
export type { AutomationRule, AutomationSharedInputs } from "./automation/rule.ts";
export { verifyCoHostedPartyOnboarding } from "./verify-co-hosted-party-onboarding.ts";
export { type LocalnetStateView, readLocalnetStateView } from "./localnet-state-view.ts";
export {
  dsoPartyHint,
  spliceInstanceNames,
  validatorLedgerApiUserId,
  type LocalnetNodeName,
  localNetNodes,
  getNodeParticipantId,
  globalSynchronizer,
  localnetTokenAudience,
  localnetTokenSecret,
} from "./names.ts";
export { isLocalnet, type LocalnetFacts, collectLocalnetFacts } from "./network-facts.ts";
export * as registry from "./registry.ts";
export * as registryV2 from "./registry-v2.ts";
export * as scan from "./scan.ts";
export * as snapshots from "./scan-snapshots.ts";
export * as updates from "./scan-updates.ts";
export { toServiceError, ServiceError } from "./service-error.ts";
export { SpliceState } from "./splice-state.ts";
export { spliceTemplates } from "./splice-templates.ts";
export * as tokenRegistry from "./token-registry.ts";
export type {
  ChoiceContext,
  ContextRequest,
  TokenFactoryChoiceName,
  Instrument,
  TokenRegistryHost,
  TokenRegistryOptions,
} from "./token-registry.ts";
export { requireTransferCommandStatus } from "./transfer-commands.ts";
export * as validator from "./validator/index.ts";
export type { ValidatorNode } from "./validator-node.ts";
export * as wallet from "./wallet/index.ts";
