/** Returns rows as CSV with a header line; nested values as JSON. */
export const formatCsv = (rows: readonly Readonly<Record<string, unknown>>[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))];
  return `${lines.map((cells) => cells.map(formatCsvCell).join(",")).join("\r\n")}\r\n`;
};

const formatCsvCell = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Spreadsheets run a text that begins like a formula. A negative number is not a formula.
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-\d+(?:\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns the fields of a payload as columns. */
export const toPayloadColumns = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload !== "object" || payload === null || Array.isArray(payload)
    ? { payload }
    : Object.fromEntries(
        Object.entries(payload).map(([name, value]) => [`payload.${name}`, value as unknown]),
      );

/** Saves a file by the browser's download. */
export const downloadBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
