import type { Module } from 'unplugin-module-registry/runtime'

export class SendEmail implements Module {
  execute = () => 'sent'
}
