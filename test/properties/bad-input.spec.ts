import { expect } from "chai";

import { sendHostileRequests } from "../support/hostile-requests.ts";
import { propertySeed as seed, runs } from "../support/properties.ts";
import { operations } from "../support/well-formed-requests.ts";

describe("random invalid input", () => {
  it(`causes no internal error, and refused requests commit nothing (seed ${seed}) @property`, async () => {
    const answered = await sendHostileRequests({ numRuns: runs(150), seed });
    const ids = [...operations.map(({ operationId }) => operationId), "listTransactionHistory"];
    expect([...answered.keys()].sort()).to.deep.equal(ids.sort());
    const statuses = new Set([...answered.values()].flatMap((counts) => [...counts.keys()]));
    expect([...statuses]).to.include.members([200, 400, 401, 403, 404]);
  });
});
