/** Returns why a file cannot be read. `kind` is what the file should contain, such as a DAR. */
export const explainUnreadableFile = (kind: string, path: string, error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  switch (code) {
    case "ENOENT":
      return `There is no ${kind} ${path}.`;
    case "EISDIR":
      return `${path} is a folder, not a ${kind}.`;
    default:
      return `The ${kind} ${path} cannot be read: ${code}.`;
  }
};
