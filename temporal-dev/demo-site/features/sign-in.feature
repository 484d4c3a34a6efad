@account
Feature: Sign in
  A member gets to the account, and nobody else does.

  Background:
    Given I am on "/sign-in"

  Scenario: A member signs in
    When I fill in "E-mail address" with "demo@juniperandoak.example"
    And I fill in "Password" with "slow-mornings"
    And I click the "Sign in" button
    Then I should be on "/account"
    And the status says "You are signed in."

  Scenario: A wrong password is refused
    When I fill in "E-mail address" with "demo@juniperandoak.example"
    And I fill in "Password" with "wrong-password"
    And I click the "Sign in" button
    Then an alert says "do not belong together"
