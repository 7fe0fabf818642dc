import { expect } from "chai";

import { createLedger, definePackage, defineTemplate, Numeric, Party } from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";

const Iou = defineTemplate("Main:Iou", {
  payload: { owner: Party, amount: Numeric(2) },
  signatories: ({ owner }) => [owner],
});
const iou = definePackage({ name: "iou", version: "1.0.0", templates: { Iou } });

const messageOf = (act: () => unknown): string => {
  errorOf(act);
  try {
    return String(act());
  } catch (error) {
    return (error as Error).message;
  }
};

describe("message of a LedgerError", () => {
  it("names the field, even if the cause describes only the value", () => {
    expect(messageOf(() => Iou.create({ owner: "alice::1220", amount: "1.555" }))).to.equal(
      "INVALID_ARGUMENT: Expected a decimal number with at most 2 digits after the point and 38 in all, such as " +
        '"1.00", got "1.555" (at createArguments.amount).',
    );
  });

  it("names the field only once if the cause names it", async () => {
    const ledger = await createLedger({ packages: [iou] });
    const refused = await ledger
      .submit({ actAs: "alice::1220", commands: [] })
      .catch((error: unknown) => (error as Error).message);
    expect(refused).to.equal("MISSING_FIELD: The field commands is required.");
  });
});
