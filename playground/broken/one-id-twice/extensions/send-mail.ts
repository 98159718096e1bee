import type { Module } from 'unplugin-module-registry/runtime'

export class SendMail implements Module {
  execute = () => 'sent'
}
