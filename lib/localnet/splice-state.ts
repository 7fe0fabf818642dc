import {
  type ContractId,
  getNamespace,
  type Offset,
  type Party,
  splitTypeId,
} from "../base/identifiers/identifiers.ts";
import type { Contract } from "../base/model/contract.ts";
import { getStakeholders } from "../base/model/contract.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { LedgerState } from "../ledger/state/ledger-state.ts";
import { findActiveContractsAtOffset } from "../operations/queries/find-activations-at.ts";
import { EventEncoder } from "../views/envelope/event-encoder.ts";
import { createPackageQualifiedTemplateName } from "../views/visibility/known-types.ts";
import { dsoPartyHint } from "./names.ts";
import { type SpliceTemplateName, spliceTemplates } from "./splice-templates.ts";

/** An active contract of Splice with its payload as JSON of the ledger API. */
export interface SpliceContract<Payload = JsonObject> {
  readonly contractId: ContractId;
  readonly contract: Contract;
  readonly payload: Payload;
}

export interface MiningRoundPayload {
  readonly dso: Party;
  readonly round: { readonly number: string };
  readonly opensAt: string;
  readonly targetClosesAt: string;
  readonly tickDuration: { readonly microseconds: string };
  readonly amuletPrice: string;
}

export interface AmuletPayload {
  readonly dso: Party;
  readonly owner: Party;
  readonly amount: {
    readonly initialAmount: string;
    readonly createdAt: { readonly number: string };
    readonly ratePerRound: { readonly rate: string };
  };
}

interface PayloadByTemplate {
  readonly amulet: AmuletPayload;
  readonly lockedAmulet: {
    readonly amulet: AmuletPayload;
    readonly lock: { readonly holders: readonly Party[]; readonly expiresAt: string };
  };
  readonly appRewardCoupon: RewardPayload & {
    readonly featured: boolean;
    readonly provider: Party;
    readonly beneficiary: Party | null;
  };
  readonly validatorRewardCoupon: RewardPayload & { readonly user: Party };
  readonly svRewardCoupon: RewardPayload & {
    readonly weight: string;
    readonly sv: Party;
    readonly beneficiary: Party;
  };
  readonly validatorLicense: {
    readonly dso: Party;
    readonly validator: Party;
    readonly sponsor: Party;
    readonly faucetState: { readonly lastReceivedFor: { readonly number: string } } | null;
  };
  readonly featuredAppActivityMarker: { readonly provider: Party; readonly beneficiary: Party };
  readonly validatorFaucetCoupon: RewardPayload;
  readonly livenessActivityRecord: RewardPayload & { readonly validator: Party };
  readonly validatorRight: { readonly user: Party; readonly validator: Party };
  readonly featuredAppRight: { readonly dso: Party; readonly provider: Party };
  readonly amuletRules: AmuletRulesPayload;
  readonly externalPartyAmuletRules: { readonly dso: Party };
  readonly externalPartyConfigState: { readonly targetArchiveAfter: string };
  readonly openMiningRound: MiningRoundPayload;
  readonly summarizingMiningRound: MiningRoundPayload;
  readonly issuingMiningRound: MiningRoundPayload;
  readonly closedMiningRound: MiningRoundPayload;
  readonly transferPreapproval: TransferPreapprovalPayload;
  readonly transferPreapprovalProposal: { readonly receiver: Party; readonly provider: Party };
  readonly externalPartySetupProposal: { readonly user: Party; readonly validator: Party };
  readonly transferCommandCounter: { readonly sender: Party; readonly nextNonce: string };
  readonly transferCommand: {
    readonly sender: Party;
    readonly receiver: Party;
    readonly delegate: Party;
    readonly nonce: string;
    readonly expiresAt: string;
  };
  readonly memberTraffic: {
    readonly memberId: string;
    readonly synchronizerId: string;
    readonly totalPurchased: string;
  };
  readonly amuletTransferInstruction: {
    readonly lockedAmulet: ContractId;
    readonly transfer: {
      readonly sender: Party;
      readonly receiver: Party;
      readonly amount: string;
      readonly executeBefore: string;
    };
  };
  readonly amuletAllocation: {
    readonly lockedAmulet: ContractId;
    readonly allocation: {
      readonly settlement: { readonly executor: Party; readonly settleBefore: string };
      readonly transferLeg: {
        readonly sender: Party;
        readonly receiver: Party;
        readonly amount: string;
      };
    };
  };
  readonly amuletAllocationV2: {
    readonly lockedAmulet: ContractId | null;
    readonly allocation: {
      readonly authorizer: TokenAccount;
      readonly transferLegSides: readonly {
        readonly side: "SenderSide" | "ReceiverSide";
        readonly otherside: TokenAccount;
        readonly amount: string;
      }[];
    };
    readonly expiresAt: string;
  };
  readonly walletAppInstall: {
    readonly endUserName: string;
    readonly endUserParty: Party;
    readonly validatorParty: Party;
    readonly dsoParty: Party;
  };
  readonly transferOffer: OfferPayload;
  readonly acceptedTransferOffer: OfferPayload;
  readonly buyTrafficRequest: {
    readonly endUserParty: Party;
    readonly expiresAt: string;
    readonly trackingId: string;
    readonly trafficAmount: string;
  };
  readonly ansRules: JsonObject;
  readonly ansEntry: { readonly user: Party; readonly name: string };
}

/** An account of version 2 of the token standard. */
interface TokenAccount {
  readonly owner: Party | null;
}

interface RewardPayload {
  readonly round: { readonly number: string };
  readonly amount?: string;
}

export interface TransferPreapprovalPayload {
  readonly receiver: Party;
  readonly provider: Party;
  readonly validFrom: string;
  readonly expiresAt: string;
}

interface OfferPayload {
  readonly sender: Party;
  readonly receiver: Party;
  readonly amount: { readonly amount: string; readonly unit: string };
  readonly expiresAt: string;
  readonly trackingId: string;
}

export interface AmuletRulesPayload {
  readonly dso: Party;
  readonly configSchedule: {
    readonly initialValue: {
      readonly decentralizedSynchronizer: {
        readonly activeSynchronizer: string;
        readonly fees: { readonly extraTrafficPrice: string; readonly minTopupAmount: string };
      };
      readonly transferConfig: { readonly maxNumInputs: string };
    };
  };
}

export type SpliceTemplatePayload<Key extends SpliceTemplateName> = PayloadByTemplate[Key];

/** Cache of decoded payloads. A contract never changes. */
const decodedPayloadCache = new WeakMap<Contract, JsonObject>();

/** The field that names the DSO, for templates in which it is not `dso`. */
const dsoFields: Partial<Record<SpliceTemplateName, readonly string[]>> = {
  lockedAmulet: ["amulet", "dso"],
  walletAppInstall: ["dsoParty"],
  transferPreapprovalProposal: ["expectedDso"],
  amuletTransferInstruction: ["transfer", "instrumentId", "admin"],
  amuletAllocation: ["allocation", "transferLeg", "instrumentId", "admin"],
  amuletAllocationV2: ["allocation", "admin"],
};

/** Returns the party that a payload names as the DSO; null if an optional field names none. */
const readDso = (key: SpliceTemplateName, payload: unknown): unknown =>
  (dsoFields[key] ?? ["dso"]).reduce(
    (value, field) => (isJsonObject(value) ? value[field] : undefined),
    payload,
  );

/**
 * Reads the active contracts of Splice from one state of the ledger. Only contracts of the network's DSO
 * count, because every user can create contracts that name another party as the DSO.
 */
export class SpliceState {
  readonly state: LedgerState;
  readonly #offset: Offset;
  #encoder: EventEncoder | undefined;
  #dso: Party | undefined;

  /** Reads the contracts that were active at `offset`. Default: the ledger end. */
  constructor(state: LedgerState, offset: Offset = state.ledgerEnd) {
    this.state = state;
    this.#offset = offset;
  }

  /** Returns the state at an earlier offset, which must not be pruned. */
  getStateAtOffset(offset: Offset): SpliceState {
    return new SpliceState(this.state, offset);
  }

  /**
   * Returns the active contracts of a template in order of activation. Takes time linear in their number.
   */
  activeContracts<Key extends SpliceTemplateName>(
    key: Key,
  ): readonly SpliceContract<SpliceTemplatePayload<Key>>[] {
    if (this.#offset !== this.state.ledgerEnd) return this.#allBefore(key);
    const contracts = this.getTemplateIndex(key)?.values() ?? [];
    return [...contracts].flatMap(({ contract }) => this.#listIfOfDso(key, contract));
  }

  #allBefore<Key extends SpliceTemplateName>(
    key: Key,
  ): readonly SpliceContract<SpliceTemplatePayload<Key>>[] {
    const bounds = { parties: undefined, templates: new Set([getTemplateName(key)]) };
    const findActive = findActiveContractsAtOffset({
      state: this.state,
      offset: this.#offset,
      bounds,
      after: 0,
    });
    return [...findActive]
      .filter(({ contract }) => formatTemplateName(contract) === getTemplateName(key))
      .flatMap(({ contract }) => this.#listIfOfDso(key, contract));
  }

  /**
   * Returns the index of a template's active contracts. It is the same object as long as none was created or
   * archived.
   */
  getTemplateIndex(key: SpliceTemplateName) {
    return this.state.active.byTemplate.get(getTemplateName(key));
  }

  /** Returns the first active contract of a template; undefined if there is none. */
  firstContract<Key extends SpliceTemplateName>(
    key: Key,
  ): SpliceContract<SpliceTemplatePayload<Key>> | undefined {
    for (const { contract } of this.getTemplateIndex(key)?.values() ?? []) {
      const [found] = this.#listIfOfDso(key, contract);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the contract with this id if it is active and of this template. */
  findActiveContract<Key extends SpliceTemplateName>(
    key: Key,
    contractId: ContractId,
  ): SpliceContract<SpliceTemplatePayload<Key>> | undefined {
    const record = this.state.contracts.get(contractId);
    if (record?.activation === undefined) return undefined;
    return this.findContract(key, record.contract);
  }

  /** Returns the contract, active or archived, if it is of this template. */
  findContract<Key extends SpliceTemplateName>(
    key: Key,
    contract: Contract,
  ): SpliceContract<SpliceTemplatePayload<Key>> | undefined {
    return formatTemplateName(contract) === getTemplateName(key)
      ? this.#listIfOfDso(key, contract)[0]
      : undefined;
  }

  /** Returns true if a package on the ledger defines the template. */
  isTemplateDefined(key: SpliceTemplateName): boolean {
    const { packageId, qualifiedName } = splitTypeId(spliceTemplates[key]);
    return this.state.packages
      .versions(packageId.slice(1))
      .some(({ templates: defined }) => defined.has(qualifiedName));
  }

  /** Returns the contract as a created event, with its blob if it is wanted. */
  createdEvent(
    { contract }: Pick<SpliceContract, "contract">,
    { includeBlob = true }: { readonly includeBlob?: boolean } = {},
  ) {
    this.#encoder ??= new EventEncoder(this.state);
    return this.#encoder.encodeCreated(
      {
        kind: "created",
        nodeId: 0,
        contract,
        witnessParties: getStakeholders(contract),
        acsDelta: true,
        includeBlob,
        views: [],
      },
      0,
    );
  }

  /** Returns a list with the contract; an empty list if it names another party as the DSO. */
  #listIfOfDso<Key extends SpliceTemplateName>(
    key: Key,
    contract: Contract,
  ): readonly SpliceContract<SpliceTemplatePayload<Key>>[] {
    const read = this.#read<Key>(contract);
    const dso = readDso(key, read.payload);
    return dso === null || dso === (this.#dso ??= this.#findDso()) ? [read] : [];
  }

  /**
   * Returns the DSO: the party that the bootstrap allocated, or the party of the first AmuletRules on a ledger
   * that was forked from another network.
   */
  #findDso(): Party | undefined {
    const { parties, participantId } = this.state;
    const local = `${dsoPartyHint}::${getNamespace(participantId)}`;
    if (parties.has(local)) return local;
    const [rules] = this.getTemplateIndex("amuletRules")?.values() ?? [];
    return rules && this.#read<"amuletRules">(rules.contract).payload.dso;
  }

  #read<Key extends SpliceTemplateName>(
    contract: Contract,
  ): SpliceContract<SpliceTemplatePayload<Key>> {
    let payload = decodedPayloadCache.get(contract);
    if (payload === undefined) {
      const { packages } = this.state;
      const type = packages.template(contract.templateId)?.payload;
      // A template's payload is a record, and its codec writes JSON.
      payload = (
        type === undefined ? {} : packages.codec(type).encode(contract.argument)
      ) as JsonObject;
      decodedPayloadCache.set(contract, payload);
    }
    return {
      contractId: contract.contractId,
      contract,
      // The template determines the type; every version of the package defines the same fields.
      payload: payload as unknown as SpliceTemplatePayload<Key>,
    };
  }
}

/**
 * Returns the template of a contract with the package name and entity: `splice-amulet:Splice.Amulet:Amulet`.
 */
export const formatTemplateName = ({ packageName, templateId }: Contract): string =>
  createPackageQualifiedTemplateName(packageName, splitTypeId(templateId).qualifiedName);

const templateNameCache = new Map<SpliceTemplateName, string>();

const getTemplateName = (key: SpliceTemplateName): string => {
  const known = templateNameCache.get(key);
  if (known !== undefined) return known;
  const { packageId, qualifiedName } = splitTypeId(spliceTemplates[key]);
  const name = createPackageQualifiedTemplateName(packageId.slice(1), qualifiedName);
  templateNameCache.set(key, name);
  return name;
};
