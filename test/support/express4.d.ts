/** The previous major version of Express; what our tests use of it is the same. */
declare module "express4" {
  import express from "express";

  export default express;
}
