call append_only('boleto_payment');
