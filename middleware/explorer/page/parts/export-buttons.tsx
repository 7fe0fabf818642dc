import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import { formatCount } from "../base/count.ts";
import { downloadBlob, formatCsv } from "../base/export.ts";
import { maxListRows } from "../base/paging.ts";

interface ExportedList<Row> {
  readonly rows: readonly Row[];
  readonly isAsking: boolean;
  readonly isStale?: boolean;
  readonly error: Error | undefined;
  readonly more: (() => void) | undefined;
}

interface ExportProps<Row> {
  /** Name of the file without its ending. */
  readonly name: string;
  readonly list: ExportedList<Row>;
  readonly columnsOf: (row: Row) => Readonly<Record<string, unknown>>;
  readonly jsonOf: (row: Row) => unknown;
}

type ExportFormat = "csv" | "json";

/** Buttons that load the rest of a list and save it as a file. */
export const ExportButtons = <Row,>({ name, list, columnsOf, jsonOf }: ExportProps<Row>) => {
  const format = useSignal<ExportFormat | undefined>(undefined);
  const done = useSignal("");
  const { rows, isAsking, isStale, error, more } = list;
  const wanted = format.value;
  useEffect(() => {
    if (wanted === undefined) return;
    if (error !== undefined) {
      format.value = undefined;
      done.value = "";
      return;
    }
    if (isAsking || isStale) return;
    if (more !== undefined && rows.length < maxListRows) {
      more();
      return;
    }
    const exported = rows.slice(0, maxListRows);
    const text =
      wanted === "csv"
        ? formatCsv(exported.map(columnsOf))
        : JSON.stringify(exported.map(jsonOf), null, 2);
    const type = wanted === "csv" ? "text/csv" : "application/json";
    downloadBlob(`${name}.${wanted}`, new Blob([text], { type }));
    format.value = undefined;
    const count = formatCount(exported.length, "row");
    done.value = more === undefined ? `Exported ${count}` : `Exported the first ${count}`;
  }, [wanted, rows, isAsking, isStale, error, more]);
  return (
    <>
      {(["csv", "json"] as const).map((each) => (
        <button
          key={each}
          type="button"
          class="quiet"
          disabled={wanted !== undefined}
          onClick={() => (format.value = each)}
        >
          <span class="hidden">Export as </span>
          {each.toUpperCase()}
        </button>
      ))}
      <span class="soft" role="status">
        {wanted === undefined
          ? done.value
          : `Loading, ${rows.length.toLocaleString("en-GB")} rows …`}
      </span>
    </>
  );
};
