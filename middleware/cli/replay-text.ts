import type {
  ReplayDifference,
  ReplayedExchange,
  ReplayReport,
} from "../../lib/recording/index.ts";
import { toPrintableText } from "../log/printable.ts";

/** Maximum number of differences printed for an exchange; the JSON report contains all. */
const maxShown = 5;

/** Returns a report: the exchanges that differ or are not supported, then the number of each verdict. */
export const formatReplayReport = ({
  exchanges,
  counts,
  versions,
  otherIds,
}: ReplayReport): string => {
  const reported = exchanges.filter(
    ({ verdict }) => verdict === "differs" || verdict === "notSupported",
  );
  const { recorded = "unknown", replayed = "unknown" } = versions;
  const summary = [
    `${exchanges.length} replayed`,
    `${counts.same + counts.volatile} alike`,
    ...(counts.reordered > 0 ? [`${counts.reordered} in another order`] : []),
    `${counts.differs} different`,
    ...(counts.notSupported > 0 ? [`${counts.notSupported} not supported`] : []),
  ];
  return [
    ...reported.map(formatExchange),
    `${summary.join(", ")}. Recorded from version ${recorded}, replayed on ${replayed}; ${formatOtherIds(otherIds)}.\n`,
  ].join("");
};

const formatOtherIds = (count: number): string =>
  count === 1 ? "1 recorded id is another id here" : `${count} recorded ids are other ids here`;

const formatExchange = (exchange: ReplayedExchange): string => {
  const { id, name, user, reason, differences, decidedBy } = exchange;
  const who = user === undefined ? "" : ` (${toPrintableText(user, 60)})`;
  const head = `#${id} ${toPrintableText(name, 120)}${who}`;
  if (reason !== undefined) return `${head}: not supported, ${reason}\n`;
  const more = differences.length - maxShown;
  return [
    `${head}:\n`,
    ...differences.slice(0, maxShown).map(formatDifference),
    ...(more > 0 ? [`    and ${more} more\n`] : []),
    ...(decidedBy === undefined
      ? []
      : [`    reason for the answer: ${toPrintableText(decidedBy, 300)}\n`]),
  ].join("");
};

const formatDifference = ({ pointer, expected, found }: ReplayDifference): string =>
  `    ${toPrintableText(pointer, 160)}: recorded ${valueText(expected)}, answered ${valueText(found)}\n`;

const valueText = (value: unknown): string =>
  value === undefined ? "nothing" : toPrintableText(JSON.stringify(value), 120);
