"""The texts of the mails in both languages, with placeholders in braces."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "reset", "email_confirm", "email_changed", "password_changed", "second_factor_changed", "recovery_code_used",
    "token_reused", "invite", "invited_elsewhere", "second_factor_reset", "new_device",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MailText:
    """``button`` labels the link, in mails that carry one."""

    subject: str
    paragraphs: tuple[str, ...]
    button: str = ""


_EN_WHERE = "When: {at}. Address: {ip}. Device: {device}."
_PT_WHERE = "Quando: {at}. Endereço: {ip}. Dispositivo: {device}."
_EN_NOT_YOU = "If this was not you, change your password at once and tell your administrator."
_PT_NOT_YOU = "Se não foi você, troque sua senha agora e avise o administrador da sua empresa."

ENGLISH: dict[Kind, MailText] = {
    "reset": MailText(
        "Choose a new password",
        (
            "Hello, {name}.",
            "A new password was asked for your account. The link below works once, for {hours} hours, "
            "and only until you next sign in.",
            "If it was not you, ignore this mail: your password stays as it is.",
        ),
        "Choose a new password",
    ),
    "email_confirm": MailText(
        "Confirm your new e-mail address",
        (
            "This address was given as the new address of an account. The link below confirms it; "
            "it works once, for {hours} hours.",
            "If it was not you, ignore this mail: nothing changes.",
        ),
        "Confirm this address",
    ),
    "email_changed": MailText(
        "Your e-mail address was changed",
        ("Hello, {name}.", "You now sign in with {new_email} instead of this address.", _EN_WHERE, _EN_NOT_YOU),
    ),
    "password_changed": MailText(
        "Your password was changed",
        (
            "Hello, {name}.",
            "The password of your account was changed, and your other sessions were ended.",
            _EN_WHERE,
            _EN_NOT_YOU,
        ),
    ),
    "second_factor_changed": MailText(
        "Your two-step verification was changed",
        (
            "Hello, {name}.",
            "A second factor of your account was added, replaced or removed, or its recovery codes were made anew.",
            _EN_WHERE,
            _EN_NOT_YOU,
        ),
    ),
    "recovery_code_used": MailText(
        "A recovery code was used",
        ("Hello, {name}.", "Somebody signed in to your account with a recovery code.", _EN_WHERE, _EN_NOT_YOU),
    ),
    "token_reused": MailText(
        "We ended one of your sessions",
        (
            "Hello, {name}.",
            "An old token of one of your sessions was used a second time. Somebody may hold a copy of it, "
            "so we ended that session. Sign in again.",
            _EN_WHERE,
            _EN_NOT_YOU,
        ),
    ),
    "new_device": MailText(
        "You signed in on a new device",
        (
            "Hello, {name}.",
            "Somebody signed in to your account on a device that you had not used before.",
            _EN_WHERE,
            _EN_NOT_YOU,
        ),
    ),
    "invite": MailText(
        "You are invited to {company}",
        (
            "Hello, {name}.",
            "{actor} invited you to the back office of {company}. Choose your password with the link below; "
            "it works once, for {days} days.",
            "If you expected no invitation, ignore this mail: nobody can use it but you.",
        ),
        "Choose your password",
    ),
    "invited_elsewhere": MailText(
        "You have an account already",
        (
            "Hello, {name}.",
            "Another company invited this address. An address belongs to one account, and yours is at {company}: "
            "nothing was changed there. Ask who invited you to use another address, or to be shown to them by us.",
        ),
    ),
    "second_factor_reset": MailText(
        "Your two-step verification was removed",
        (
            "Hello, {name}.",
            "{actor} removed the second factors of your account and ended its sessions. "
            "Sign in with your password, and set up a new one.",
            _EN_NOT_YOU,
        ),
    ),
}

PORTUGUESE: dict[Kind, MailText] = {
    "reset": MailText(
        "Escolha uma nova senha",
        (
            "Olá, {name}.",
            "Uma nova senha foi pedida para a sua conta. O link abaixo funciona uma vez, por {hours} horas, "
            "e só até você entrar de novo.",
            "Se não foi você, ignore este e-mail: a sua senha continua a mesma.",
        ),
        "Escolher nova senha",
    ),
    "email_confirm": MailText(
        "Confirme seu novo e-mail",
        (
            "Este endereço foi informado como o novo e-mail de uma conta. O link abaixo o confirma; "
            "funciona uma vez, por {hours} horas.",
            "Se não foi você, ignore este e-mail: nada muda.",
        ),
        "Confirmar este endereço",
    ),
    "email_changed": MailText(
        "Seu e-mail foi alterado",
        ("Olá, {name}.", "Agora você entra com {new_email} em vez deste endereço.", _PT_WHERE, _PT_NOT_YOU),
    ),
    "password_changed": MailText(
        "Sua senha foi alterada",
        (
            "Olá, {name}.",
            "A senha da sua conta foi alterada, e as suas outras sessões foram encerradas.",
            _PT_WHERE,
            _PT_NOT_YOU,
        ),
    ),
    "second_factor_changed": MailText(
        "Sua verificação em duas etapas foi alterada",
        (
            "Olá, {name}.",
            "Um segundo fator da sua conta foi incluído, trocado ou removido, ou os códigos de recuperação foram refeitos.",
            _PT_WHERE,
            _PT_NOT_YOU,
        ),
    ),
    "recovery_code_used": MailText(
        "Um código de recuperação foi usado",
        ("Olá, {name}.", "Alguém entrou na sua conta com um código de recuperação.", _PT_WHERE, _PT_NOT_YOU),
    ),
    "token_reused": MailText(
        "Encerramos uma das suas sessões",
        (
            "Olá, {name}.",
            "Uma chave antiga de uma das suas sessões foi usada uma segunda vez. Alguém pode ter uma cópia dela, "
            "por isso encerramos aquela sessão. Entre de novo.",
            _PT_WHERE,
            _PT_NOT_YOU,
        ),
    ),
    "new_device": MailText(
        "Entrada em um dispositivo novo",
        (
            "Olá, {name}.",
            "Alguém entrou na sua conta em um dispositivo que você ainda não tinha usado.",
            _PT_WHERE,
            _PT_NOT_YOU,
        ),
    ),
    "invite": MailText(
        "Convite para {company}",
        (
            "Olá, {name}.",
            "{actor} convidou você para a retaguarda de {company}. Escolha sua senha com o link abaixo; "
            "ele funciona uma vez, por {days} dias.",
            "Se você não esperava um convite, ignore este e-mail: ninguém além de você pode usá-lo.",
        ),
        "Escolher senha",
    ),
    "invited_elsewhere": MailText(
        "Você já tem uma conta",
        (
            "Olá, {name}.",
            "Outra empresa convidou este endereço. Um endereço pertence a uma só conta, e a sua é de {company}: "
            "nada mudou nela. Peça a quem convidou que use outro endereço, ou que fale conosco.",
        ),
    ),
    "second_factor_reset": MailText(
        "Sua verificação em duas etapas foi removida",
        (
            "Olá, {name}.",
            "{actor} removeu os segundos fatores da sua conta e encerrou as suas sessões. "
            "Entre com a sua senha e configure um novo.",
            _PT_NOT_YOU,
        ),
    ),
}

MAIL_TEXTS: dict[str, dict[Kind, MailText]] = {"en": ENGLISH, "pt": PORTUGUESE}
