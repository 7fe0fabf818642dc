import { defineTemplate } from "../templates/define-template.ts";
import { Party } from "../templates/scalars.ts";
import { Decimal10, Round, TransferConfig } from "./types.ts";

/** A round in which coins are made: what they cost in USD, and what transfers cost. */
export const OpenMiningRound = defineTemplate("Round:OpenMiningRound", {
  payload: {
    dso: Party,
    round: Round,
    coinPrice: Decimal10,
    transferConfigUsd: TransferConfig,
  },
  signatories: ({ dso }) => [dso],
  ensure: ({ coinPrice, round }) => coinPrice.isPositive() && round.number >= 0n,
});
