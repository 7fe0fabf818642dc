import { defineFixture, type Fixture } from "../../fixtures/index.ts";
import { useLedger } from "../../fixtures/testing/index.ts";
import { Iou, iouPackage } from "./iou-package.ts";

/** Fixture with a bank, a user for Alice, and an IOU of the bank that Alice owns. */
export const iouFixture = defineFixture({
  startsAt: "2024-01-01T12:00:00Z",
  steps: [
    { packages: [iouPackage] },
    { parties: ["bank", "alice", "bob"] },
    { user: { id: "ann", primaryParty: "alice", actAs: ["alice"] } },
    (the) => ({
      submit: {
        as: "bank",
        id: "debt",
        commands: [
          Iou.create({ issuer: the("bank"), owner: the("alice"), amount: "10", watchers: [] }),
        ],
      },
    }),
  ],
}) satisfies Fixture;

/** Tests with this fixture. */
export const iouTest = useLedger(iouFixture);
