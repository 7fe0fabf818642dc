/** Names that Windows reserves for devices. */
const windowsDevicePattern = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:$|\.)/iu;

/** Returns the name of a module or package as a file name that is valid on every file system. */
export const createSafeFileName = (name: string): string => {
  const plain = name.replaceAll(/[^\w.@+-]/gu, "_").replace(/^\.|\.$/gu, "_");
  return windowsDevicePattern.test(plain) ? plain.replace(/^[^.]+/u, "$&_") : plain;
};
