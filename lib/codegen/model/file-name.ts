const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:$|\.)/iu;

/** A name of a module or package as every file system takes it. */
export const fileName = (name: string): string => {
  const plain = name.replaceAll(/[^\w.@+-]/gu, "_").replace(/^\.|\.$/gu, "_");
  return devices.test(plain) ? plain.replace(/^[^.]+/u, "$&_") : plain;
};
