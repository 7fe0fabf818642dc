import type { ContractUpgradeFailure, UpgradeReport, UpgradeReportPackage } from "../../lib/api.ts";
import { toPrintableText } from "../log/printable.ts";
import { formatCountWithNoun } from "./format-count.ts";

/** Maximum number of contract ids printed for a rule; the JSON report contains all. */
const maxIds = 3;

/**
 * Returns a summary of an upgrade check: the problems by template and rule, and the number of
 * contracts checked.
 */
export const formatUpgradeFailures = (
  file: string,
  { packages, failures }: UpgradeReport,
): string => {
  const reported = packages.filter(
    ({ problems, comparedWith, contracts }) =>
      problems.length > 0 || comparedWith.length > 0 || contracts > 0,
  );
  return [
    ...(reported.length === 0
      ? [
          `${toPrintableText(file)}: the ledger has no version of its packages, so there is nothing to compare.\n`,
        ]
      : reported.map((each) => formatPackage(each, failures))),
  ].join("");
};

const formatPackage = (
  checked: UpgradeReportPackage,
  failures: readonly ContractUpgradeFailure[],
): string => {
  const { packageId, name, version, comparedWith, problems, contracts } = checked;
  const own = failures.filter((each) => each.packageId === packageId);
  const failedCount = new Set(own.map(({ contractId }) => contractId)).size;
  const comparison = comparedWith.length === 0 ? "" : ` beside ${comparedWith.join(" and ")}`;
  const statics = problems.length === 0 ? "can be vetted" : "cannot be vetted";
  return [
    `${name} ${version}: ${statics}${comparison}; ${contracts - failedCount} of ${contracts} contracts fit\n`,
    ...problems.map((problem) => `  ${toPrintableText(problem, 400)}\n`),
    ...groupFailures(own).flatMap(formatFailureGroup),
  ].join("");
};

/** Failures with the same template and rule; at least one. */
type UpgradeFailureGroup = readonly [ContractUpgradeFailure, ...ContractUpgradeFailure[]];

const groupFailures = (
  failures: readonly ContractUpgradeFailure[],
): readonly UpgradeFailureGroup[] => {
  const groups = new Map<string, [ContractUpgradeFailure, ...ContractUpgradeFailure[]]>();
  for (const each of failures) {
    const key = `${each.templateId} ${each.rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
};

const formatFailureGroup = (group: UpgradeFailureGroup): readonly string[] => {
  const [{ templateId, rule, message, before, after }] = group;
  const ids = group.slice(0, maxIds).map(({ contractId }) => contractId);
  const more = group.length - ids.length;
  return [
    `  ${toPrintableText(templateId.split(":").slice(1).join(":"), 160)}: ${rule}, ${formatCountWithNoun(group.length, "contract")}: ${toPrintableText(message, 300)}\n`,
    `    now  ${valueText(before)}\n`,
    // If a precondition fails, before and after are usually equal.
    ...(valueText(before) === valueText(after) ? [] : [`    then ${valueText(after)}\n`]),
    ...ids.map((id) => `    ${id}\n`),
    ...(more > 0 ? [`    and ${more} more\n`] : []),
  ];
};

const valueText = (value: unknown): string =>
  value === undefined ? "–" : toPrintableText(JSON.stringify(value), 200);
