import type { TypeReference } from "../base/identifiers/identifiers.ts";

/**
 * The templates of Splice that a LocalNet reads or exercises. They are named by package name, so that every
 * version matches.
 */
export const spliceTemplates = {
  amulet: "#splice-amulet:Splice.Amulet:Amulet",
  lockedAmulet: "#splice-amulet:Splice.Amulet:LockedAmulet",
  appRewardCoupon: "#splice-amulet:Splice.Amulet:AppRewardCoupon",
  validatorRewardCoupon: "#splice-amulet:Splice.Amulet:ValidatorRewardCoupon",
  svRewardCoupon: "#splice-amulet:Splice.Amulet:SvRewardCoupon",
  validatorRight: "#splice-amulet:Splice.Amulet:ValidatorRight",
  featuredAppRight: "#splice-amulet:Splice.Amulet:FeaturedAppRight",
  featuredAppActivityMarker: "#splice-amulet:Splice.Amulet:FeaturedAppActivityMarker",
  validatorLicense: "#splice-amulet:Splice.ValidatorLicense:ValidatorLicense",
  validatorFaucetCoupon: "#splice-amulet:Splice.ValidatorLicense:ValidatorFaucetCoupon",
  livenessActivityRecord: "#splice-amulet:Splice.ValidatorLicense:ValidatorLivenessActivityRecord",
  amuletRules: "#splice-amulet:Splice.AmuletRules:AmuletRules",
  transferPreapproval: "#splice-amulet:Splice.AmuletRules:TransferPreapproval",
  externalPartySetupProposal: "#splice-amulet:Splice.AmuletRules:ExternalPartySetupProposal",
  externalPartyAmuletRules:
    "#splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  transferCommandCounter: "#splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommandCounter",
  transferCommand: "#splice-amulet:Splice.ExternalPartyAmuletRules:TransferCommand",
  externalPartyConfigState:
    "#splice-amulet:Splice.ExternalPartyConfigState:ExternalPartyConfigState",
  openMiningRound: "#splice-amulet:Splice.Round:OpenMiningRound",
  summarizingMiningRound: "#splice-amulet:Splice.Round:SummarizingMiningRound",
  issuingMiningRound: "#splice-amulet:Splice.Round:IssuingMiningRound",
  closedMiningRound: "#splice-amulet:Splice.Round:ClosedMiningRound",
  memberTraffic: "#splice-amulet:Splice.DecentralizedSynchronizer:MemberTraffic",
  amuletTransferInstruction:
    "#splice-amulet:Splice.AmuletTransferInstruction:AmuletTransferInstruction",
  amuletAllocation: "#splice-amulet:Splice.AmuletAllocation:AmuletAllocation",
  amuletAllocationV2: "#splice-amulet:Splice.AmuletAllocationV2:AmuletAllocationV2",
  transferPreapprovalProposal:
    "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal",
  walletAppInstall: "#splice-wallet:Splice.Wallet.Install:WalletAppInstall",
  transferOffer: "#splice-wallet:Splice.Wallet.TransferOffer:TransferOffer",
  acceptedTransferOffer: "#splice-wallet:Splice.Wallet.TransferOffer:AcceptedTransferOffer",
  buyTrafficRequest: "#splice-wallet:Splice.Wallet.BuyTrafficRequest:BuyTrafficRequest",
  ansRules: "#splice-amulet-name-service:Splice.Ans:AnsRules",
  ansEntry: "#splice-amulet-name-service:Splice.Ans:AnsEntry",
} as const satisfies Readonly<Record<string, TypeReference>>;

export type SpliceTemplateName = keyof typeof spliceTemplates;

const createTokenTypeReference =
  (version: 1 | 2) =>
  (name: string, kebab: string, entity: string): TypeReference =>
    `#splice-api-token-${kebab}-v${version}:Splice.Api.Token.${name}V${version}:${entity}`;

const createInterfaceTypes = (token: ReturnType<typeof createTokenTypeReference>) => ({
  transferFactory: token("TransferInstruction", "transfer-instruction", "TransferFactory"),
  transferInstruction: token("TransferInstruction", "transfer-instruction", "TransferInstruction"),
  allocationFactory: token("AllocationInstruction", "allocation-instruction", "AllocationFactory"),
  allocation: token("Allocation", "allocation", "Allocation"),
  settlementFactory: token("Allocation", "allocation", "SettlementFactory"),
});

/** The interfaces of the token standard, version 1, which has no settlement factory. */
export const tokenStandardInterfacesV1 = createInterfaceTypes(createTokenTypeReference(1));

/** The interfaces of the token standard, version 2. */
export const tokenInterfacesV2 = createInterfaceTypes(createTokenTypeReference(2));
