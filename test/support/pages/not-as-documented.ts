/** Something of a page is not as the page says. */
export class NotAsDocumented extends Error {
  override readonly name = "NotAsDocumented";
}
