/** Reads all of something that is checked when it is read. */
export const drained = async (
  read: AsyncIterator<unknown>,
  goesOn: () => void = () => undefined,
): Promise<void> => {
  for (let next = await read.next(); next.done !== true; next = await read.next()) goesOn();
};
