declare module 'altcha/workers/pbkdf2?worker' {
  const create: new () => Worker
  export default create
}
