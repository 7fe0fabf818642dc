import { parseTimestamp, type Type } from "../../lib/api.ts";
import { getValueJsonCodec } from "../../lib/base/values/codec.ts";
import {
  createListType,
  createNamedType,
  createOptionalType,
  decimalType,
  int64Type,
  partyType,
  timestampType,
} from "../../lib/base/values/common-types.ts";
import { createTypeShapes, type ValueShape } from "../../lib/base/values/shape.ts";
import type { Contract } from "../../lib/store.ts";

const packageId = "6c5802f86709a0ad4784af81f0bab40f3070b2f58128d8843da1e1784c147802";
const named = (name: string): Type => createNamedType(`${packageId}:${name}`);

/** Record types of the contract, copied from the packages of the network. */
const records: Readonly<Record<string, readonly (readonly [string, Type])[]>> = {
  "Splice.Round:OpenMiningRound": [
    ["dso", partyType],
    ["round", named("Splice.Types:Round")],
    ["amuletPrice", decimalType],
    ["opensAt", timestampType],
    ["targetClosesAt", timestampType],
    ["issuingFor", named("DA.Time.Types:RelTime")],
    ["transferConfigUsd", named("Splice.AmuletConfig:TransferConfig")],
    ["issuanceConfig", named("Splice.Issuance:IssuanceConfig")],
    ["tickDuration", named("DA.Time.Types:RelTime")],
  ],
  "Splice.Types:Round": [["number", int64Type]],
  "DA.Time.Types:RelTime": [["microseconds", int64Type]],
  "Splice.AmuletConfig:TransferConfig": [
    ["createFee", named("Splice.Fees:FixedFee")],
    ["holdingFee", named("Splice.Fees:RatePerRound")],
    ["transferFee", named("Splice.Fees:SteppedRate")],
    ["lockHolderFee", named("Splice.Fees:FixedFee")],
    ["extraFeaturedAppRewardAmount", decimalType],
    ["maxNumInputs", int64Type],
    ["maxNumOutputs", int64Type],
    ["maxNumLockHolders", int64Type],
  ],
  "Splice.Fees:FixedFee": [["fee", decimalType]],
  "Splice.Fees:RatePerRound": [["rate", decimalType]],
  // The real element type of `steps` is a pair. The contract has no steps.
  "Splice.Fees:SteppedRate": [
    ["initialRate", decimalType],
    ["steps", createListType(decimalType)],
  ],
  "Splice.Issuance:IssuanceConfig": [
    ["amuletToIssuePerYear", decimalType],
    ["validatorRewardPercentage", decimalType],
    ["appRewardPercentage", decimalType],
    ["validatorRewardCap", decimalType],
    ["featuredAppRewardCap", decimalType],
    ["unfeaturedAppRewardCap", decimalType],
    ["optValidatorFaucetCap", createOptionalType(decimalType)],
  ],
};

const shapes = createTypeShapes((id) => {
  const fields = records[id.slice(packageId.length + 1)];
  return fields === undefined
    ? undefined
    : { kind: "record", parameters: [], fields: fields.map(([name, type]) => ({ name, type })) };
});

export const realContractShape: ValueShape = shapes.of(named("Splice.Round:OpenMiningRound"));

const dso = "DSO::1220eba34d13ab223f1a933fbde4e760dff9a3a965031151b0918ca9739424406ded";

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

/**
 * A contract that a Canton network created, with its real id and salt (daml-lf.md 17.6 says where such
 * contracts are published).
 */
export const realContract: Contract = {
  contractId:
    "009d63476d7323e7369d2c7a8b6f444e0b672388814786fcc7bd042dd7f5b86fdf" +
    "ca1212201666a477e90f00839c553108f86e749e6de3268568fe1fb3b73ff2f8f4d1aba7",
  templateId: `${packageId}:Splice.Round:OpenMiningRound`,
  packageName: "splice-amulet",
  argument: getValueJsonCodec(realContractShape).decode({
    dso,
    round: { number: "20" },
    amuletPrice: "0.005",
    opensAt: "2026-04-28T18:25:45.568596Z",
    targetClosesAt: "2026-04-28T18:45:45.568596Z",
    issuingFor: { microseconds: "12000000000" },
    transferConfigUsd: {
      createFee: { fee: "0.0" },
      holdingFee: { rate: "0.0000190259" },
      transferFee: { initialRate: "0.0", steps: [] },
      lockHolderFee: { fee: "0.0" },
      extraFeaturedAppRewardAmount: "1.0",
      maxNumInputs: "100",
      maxNumOutputs: "100",
      maxNumLockHolders: "50",
    },
    issuanceConfig: {
      amuletToIssuePerYear: "40000000000.0",
      validatorRewardPercentage: "0.05",
      appRewardPercentage: "0.15",
      validatorRewardCap: "0.2",
      featuredAppRewardCap: "100.0",
      unfeaturedAppRewardCap: "0.6",
      optValidatorFaucetCap: "2.85",
    },
    tickDuration: { microseconds: "600000000" },
  }),
  signatories: [dso],
  observers: [],
  createdAt: parseTimestamp("2026-04-28T18:15:45.568596Z") ?? 0n,
  salt: bytes("b994f5c021be76566e6c3f533e2aff0a48df42ed271bdadc45a793e07a51aff7"),
};

/** SHA-256 of the bytes of its created-event blob on that network. */
export const realBlobDigest = "19766412b245a63e224b0a512d51cab3dc43b32e06a8962ffa3cebdc43f2f4df";
