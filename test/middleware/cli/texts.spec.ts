import { expect } from "chai";

import type { ContractUpgradeFailure, UpgradeReportPackage } from "../../../lib/api.ts";
import type { ReplayedExchange, ReplayReport } from "../../../lib/recording/index.ts";
import { formatReplayReport } from "../../../middleware/cli/replay-text.ts";
import { formatUpgradeFailures } from "../../../middleware/cli/upgrade-text.ts";

describe("report of a replay as text", () => {
  const exchange = (more: Partial<ReplayedExchange>): ReplayedExchange => ({
    id: 1,
    name: "POST /v2/parties",
    user: undefined,
    verdict: "same",
    reason: undefined,
    decidedBy: undefined,
    differences: [],
    volatile: [],
    reordered: [],
    ...more,
  });
  const report = (
    counts: Partial<ReplayReport["counts"]>,
    ...exchanges: readonly ReplayedExchange[]
  ): ReplayReport => ({
    versions: { recorded: "3.5.1", replayed: undefined },
    exchanges,
    counts: { same: 0, reordered: 0, volatile: 0, differs: 0, notSupported: 0, ...counts },
    otherIds: 3,
  });

  it("mentions reordered and unsupported exchanges only if there are any", () => {
    expect(
      formatReplayReport(report({ same: 1, volatile: 1 }, exchange({}), exchange({}))),
    ).to.equal(
      "2 replayed, 2 alike, 0 different. Recorded from version 3.5.1, replayed on unknown; 3 recorded ids are other ids here.\n",
    );
    const unsupported = exchange({ id: 2, verdict: "notSupported", reason: "no answer" });
    expect(formatReplayReport(report({ reordered: 1, notSupported: 1 }, exchange({}), unsupported)))
      .to.equal(`#2 POST /v2/parties: not supported, no answer
2 replayed, 0 alike, 1 in another order, 0 different, 1 not supported. Recorded from version 3.5.1, replayed on unknown; 3 recorded ids are other ids here.
`);
  });

  it("shows the user, at most five differences, and the reason for a response that differs", () => {
    const differences = Array.from({ length: 7 }, (_, index) => ({
      pointer: `/body/${index}`,
      expected: index === 0 ? undefined : 1,
      found: "x",
    }));
    const differing = exchange({
      verdict: "differs",
      user: "ann",
      differences,
      decidedBy: "the right CanActAs",
    });
    const lines = formatReplayReport(report({ differs: 1 }, differing)).split("\n");
    expect(lines.slice(0, 2)).to.deep.equal([
      "#1 POST /v2/parties (ann):",
      '    /body/0: recorded nothing, answered "x"',
    ]);
    expect(lines.slice(5, 8)).to.deep.equal([
      '    /body/4: recorded 1, answered "x"',
      "    and 2 more",
      "    reason for the answer: the right CanActAs",
    ]);
    const one = exchange({ verdict: "differs", differences: differences.slice(0, 1) });
    expect(
      formatReplayReport(report({ differs: 1 }, one))
        .split("\n")
        .slice(0, 2),
    ).to.deep.equal(["#1 POST /v2/parties:", '    /body/0: recorded nothing, answered "x"']);
  });
});

describe("report of an upgrade check as text", () => {
  const checked = (more: Partial<UpgradeReportPackage>): UpgradeReportPackage => ({
    packageId: "new",
    name: "iou",
    version: "2.0.0",
    comparedWith: [],
    problems: [],
    contracts: 0,
    ...more,
  });
  const failure = (more: Partial<ContractUpgradeFailure>): ContractUpgradeFailure => ({
    rule: "precondition",
    contractId: "00",
    templateId: "old:Iou:Iou",
    packageId: "new",
    message: "the precondition fails",
    before: { amount: "1" },
    after: { amount: "1" },
    ...more,
  });

  it("says that there is nothing to compare if the ledger has no version of the packages", () => {
    expect(
      formatUpgradeFailures("iou.dar", { packages: [checked({})], failures: [], isGood: true }),
    ).to.equal(
      "iou.dar: the ledger has no version of its packages, so there is nothing to compare.\n",
    );
  });

  it("groups failures by template and rule, with three ids each, and shows changed values only", () => {
    const failures = [
      ...["01", "02", "03", "04"].map((contractId) => failure({ contractId })),
      failure({ contractId: "05", rule: "signatories", before: ["alice"], after: undefined }),
      failure({ packageId: "another" }),
    ];
    const packages = [
      checked({ contracts: 7, comparedWith: ["1.0.0", "3.0.0"] }),
      checked({ packageId: "other", problems: ["field amount is missing"] }),
    ];
    expect(formatUpgradeFailures("iou.dar", { packages, failures, isGood: false })).to.equal(
      `iou 2.0.0: can be vetted beside 1.0.0 and 3.0.0; 2 of 7 contracts fit
  Iou:Iou: precondition, 4 contracts: the precondition fails
    now  {"amount":"1"}
    01
    02
    03
    and 1 more
  Iou:Iou: signatories, 1 contract: the precondition fails
    now  ["alice"]
    then –
    05
iou 2.0.0: cannot be vetted; 0 of 0 contracts fit
  field amount is missing
`,
    );
  });
});
