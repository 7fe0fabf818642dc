import { ledgerError } from "../../lib/index.ts";

const reasonByErrorCode: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "requires other permissions",
};

/** Returns the error for a port or host that cannot be listened on; undefined for other errors. */
export const toListenError = (
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
): Error | undefined => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasonByErrorCode[code];
  if (reason !== undefined) {
    return ledgerError("INVALID_ARGUMENT", {
      cause: `Port ${port} ${reason}. Choose another one with --port; 0 chooses a free one.`,
    });
  }
  return ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code)
    ? ledgerError("INVALID_ARGUMENT", {
        cause: `${host} is not a name or address of this machine. Choose another one with --host.`,
      })
    : undefined;
};
