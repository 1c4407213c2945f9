declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Draws the reference of an OpenAPI document into an element. */
  export default function SwaggerUIBundle(options: {
    domNode: HTMLElement
    url: string
    deepLinking?: boolean
    docExpansion?: 'list' | 'full' | 'none'
    defaultModelsExpandDepth?: number
    defaultModelExpandDepth?: number
    filter?: boolean
    supportedSubmitMethods?: readonly string[]
    validatorUrl?: string | null
    syntaxHighlight?: boolean | { theme: string }
  }): unknown
}
