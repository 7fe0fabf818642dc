import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import type { TemplateSignature, TypeId } from "../../lib/api.ts";
import {
  contractIdType,
  createNamedType,
  createOptionalType,
  int64Type,
  partyType,
  textType,
  unitType,
} from "../../lib/base/values/common-types.ts";
import {
  createInt64Value,
  createPartyValue,
  createRecordValue,
  createTextValue,
  none,
} from "../../lib/base/values/constructors.ts";
import type { ContractEngine } from "../../lib/contracts/engine/contract-engine.ts";
import { ledgerError, type Package, type PartyId } from "../../lib/index.ts";
import type { Contract, Value } from "../../lib/store.ts";

/** The view of a contract with this amount fails. */
export const unviewableAmount = 13n;

const refuse = (): never => {
  throw ledgerError("INVALID_ARGUMENT", { cause: "These packages run no commands." });
};

const engine: ContractEngine = {
  create: refuse,
  exercise: refuse,
  exerciseByKey: refuse,
  convertToVersion: refuse,
  computeInterfaceView(_templateId, _interfaceId, { argument }) {
    const [, owner, amount] = argument.kind === "record" ? argument.fields : [];
    if (amount?.kind !== "int64" || owner === undefined) return refuse();
    if (amount.value === unviewableAmount) {
      throw ledgerError("DAML_FAILURE", { cause: "No view today.", category: "invalidState" });
    }
    return createRecordValue([owner, amount]);
  },
};

/** The interface `Api:Holding` only. */
export const holdingApi: Package = definePackage("holding-api", "1.0.0", (id) => ({
  interfaces: new Map([
    [
      "Api:Holding",
      {
        id: `${id}:Api:Holding`,
        view: createNamedType(`${id}:Api:View`),
        choices: new Map(),
        requires: new Set<TypeId>(),
      },
    ],
    [
      "Api:Unused",
      { id: `${id}:Api:Unused`, view: unitType, choices: new Map(), requires: new Set<TypeId>() },
    ],
  ]),
  dataTypes: new Map([
    [
      "Api:View",
      {
        kind: "record",
        parameters: [],
        fields: [
          { name: "owner", type: partyType },
          { name: "amount", type: int64Type },
        ],
      },
    ],
  ]),
}));

export const holding: TypeId = `${holdingApi.packageId}:Api:Holding`;

/** Templates `Main:Asset`, which implements the interface, and `Main:Note`, which has a key. */
const assets = (version: string): Package =>
  definePackage("assets", version, (id) => ({
    dependencies: [holdingApi.packageId],
    templates: new Map([
      ["Main:Asset", assetTemplate(id, new Set([holding]))],
      ["Main:Note", { ...assetTemplate(id, new Set()), id: `${id}:Main:Note`, key: textType }],
    ]),
    dataTypes: new Map([
      [
        "Main:Payload",
        {
          kind: "record",
          parameters: [],
          fields: [
            { name: "issuer", type: partyType },
            { name: "owner", type: partyType },
            { name: "amount", type: int64Type },
            { name: "memo", type: createOptionalType(textType) },
          ],
        },
      ],
    ]),
  }));

const assetTemplate = (packageId: string, implemented: ReadonlySet<TypeId>): TemplateSignature => ({
  id: `${packageId}:Main:Asset`,
  payload: createNamedType(`${packageId}:Main:Payload`),
  choices: new Map(
    [
      { name: "Transfer", consuming: true, argument: partyType, result: contractIdType },
      { name: "Inspect", consuming: false, argument: unitType, result: int64Type },
      { name: "Archive", consuming: true, argument: unitType, result: unitType },
    ].map((choice) => [choice.name, choice]),
  ),
  implements: implemented,
});

function definePackage(
  name: string,
  version: string,
  define: (packageId: string) => Partial<Package>,
): Package {
  const packageId = bytesToHex(sha256(utf8ToBytes(`${name} ${version}`)));
  return {
    packageId,
    name,
    version,
    language: "typescript",
    dependencies: [],
    templates: new Map(),
    interfaces: new Map(),
    dataTypes: new Map(),
    engine,
    ...define(packageId),
  };
}

export const assetsV1 = assets("1.0.0");
export const assetsV2 = assets("2.0.0");

export interface AssetOptions {
  readonly observers?: readonly PartyId[];
  readonly amount?: bigint;
  readonly from?: Package;
  /** Creates a note with this key instead. */
  readonly key?: string;
}

/** Returns a contract with this label. Its first signatory is its issuer and its owner. */
export const asset = (
  label: string,
  signatories: readonly PartyId[],
  { observers = [], amount = 1n, from = assetsV1, key }: AssetOptions = {},
): Contract => ({
  contractId: contractIdOf(label),
  templateId: `${from.packageId}:Main:${key === undefined ? "Asset" : "Note"}`,
  packageName: from.name,
  argument: payload(signatories[0] ?? "", amount),
  signatories: [...signatories].sort(),
  observers: [...observers].sort(),
  ...(key === undefined
    ? {}
    : {
        key: {
          value: createTextValue(key),
          maintainers: [...signatories].sort(),
          hash: bytesToHex(sha256(utf8ToBytes(key))),
        },
      }),
  createdAt: 1_700_000_000_000_000n,
  salt: new Uint8Array(32),
});

export const contractIdOf = (label: string): string =>
  `00${bytesToHex(sha256(utf8ToBytes(label)))}`;

const payload = (owner: PartyId, amount: bigint): Value =>
  createRecordValue([
    createPartyValue(owner),
    createPartyValue(owner),
    createInt64Value(amount),
    none,
  ]);
